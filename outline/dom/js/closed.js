// Closed: shadow roots that are closed to scripts, and what gives them away.
// Only the debugger sees them; it is asked about the elements here, each once.
h => {
  'use strict';

  const { getter } = h;
  const nodeType = getter(Node.prototype, 'nodeType');
  const nextSibling = getter(Node.prototype, 'nextSibling');
  const data = getter(CharacterData.prototype, 'data');
  const { matches, querySelectorAll } = Element.prototype;
  const { CUSTOM, HOST } = h.TAG;

  // One read suspects so many elements at most; the next one goes on.
  const most = 1000;
  // An element is asked about again when it has changed, this often at most:
  // what changes all the time must not cost a round trip each time.
  const often = 3;

  // mayHost tells the elements that a page can give a shadow root.
  const mayHost = element => (h.tagBits(h.tag(element)) & (CUSTOM | HOST)) !== 0;

  let suspects = new Map(); // to how they look
  const asked = new WeakMap();

  const note = (element, look) => {
    if (suspects.size >= most && !suspects.has(element)) return;
    const before = asked.get(element);
    if (before !== undefined && (before.times >= often || before.look === look)) return;
    suspects.set(element, look);
  };

  // hollow tells whether there is nothing to see between a node and its last
  // sibling: no element and no words.
  const hollow = node => {
    for (; node !== null; node = nextSibling.call(node)) {
      const kind = nodeType.call(node);
      if (kind === 1) return false;
      const next = nextSibling.call(node);
      if (next !== null && nodeType.call(next) === 1) return false;
      if (kind !== 3) continue;
      const text = data.call(node);
      if (text.length > 200 || text.trim() !== '') return false;
    }
    return true;
  };

  // lookOf is how an element looks from outside: whether it is defined, and the
  // size that something gives it.
  const lookOf = (element, bits, empty) => {
    const defined = bits & CUSTOM && matches.call(element, ':defined') ? 1 : 0;
    if (!empty) return defined;
    const box = h.rect(element);
    if (bits & CUSTOM) return `${defined} ${Math.round(box.width)} ${Math.round(box.height)}`;
    return box.width > 2 && box.height > 2 ? `${Math.round(box.width)} ${Math.round(box.height)}` : null;
  };

  // mayHide is told of every element without an open root that the walk looks
  // into, and of its first node: an element that a page has defined may have a
  // closed one, and one that takes up room without a content may.
  h.mayHide = (element, bits, first) => {
    const empty = hollow(first);
    if (!empty && !(bits & CUSTOM)) return;
    const look = lookOf(element, bits, empty);
    if (look !== null) note(element, look);
  };

  // unseen is told of an element that is in no layout: what it is in shows
  // something else.
  h.unseen = element => {
    const parent = h.parent(element);
    if (parent && nodeType.call(parent) === 1 && mayHost(parent) && h.shadowOf(parent) === null) note(parent, 'unseen');
  };

  // mayHideInside looks for suspects where no walk goes: inside of a control
  // without a name.
  h.mayHideInside = root => {
    const visit = element => {
      const bits = h.tagBits(h.tag(element));
      if (bits & (CUSTOM | HOST) && h.shadowOf(element) === null) h.mayHide(element, bits, h.first(element));
    };
    if (nodeType.call(root) === 1) visit(root);
    const all = nodeType.call(root) === 1 ? querySelectorAll.call(root, '*') : h.all(root, '*');
    for (let i = 0; i < all.length && i < 5000; i++) visit(all[i]);
  };

  h.beginSuspects = () => {
    suspects = new Map();
  };
  h.suspectCount = () => suspects.size;

  // suspects gives the elements to ask about, and counts them as asked.
  h.suspects = () => {
    const list = Array.from(suspects.keys());
    for (const [element, look] of suspects) {
      const before = asked.get(element);
      asked.set(element, { look, times: before ? before.times + 1 : 1 });
    }
    suspects = new Map();
    return list;
  };

  // openRoots takes closed roots from the debugger, and gives the elements in
  // them to ask about next.
  h.openRoots = roots => {
    for (const root of roots) {
      // The browser's own roots are said to be closed, too. What is in a player
      // is no part of the page.
      if (!root || nodeType.call(root) !== 11 || !root.host || h.shadowOf(root.host) !== null || !mayHost(root.host)) continue;
      h.openRoot(root);
      h.mayHideInside(root);
    }
    return h.suspects();
  };

  // builtIn tells whether an element is in a root of the browser's own, as the
  // parts of a date field are.
  h.builtIn = element => {
    const root = h.treeOf(element);
    return nodeType.call(root) === 11 && root.host !== undefined && !mayHost(root.host);
  };

  // openAround makes the closed roots known that an element is in.
  h.openAround = element => {
    let opened = false;
    for (let root = h.treeOf(element); root && nodeType.call(root) === 11 && root.host; root = h.treeOf(root.host)) {
      if (h.shadowOf(root.host) !== null || !mayHost(root.host)) continue;
      h.openRoot(root);
      opened = true;
    }
    return opened;
  };
}
