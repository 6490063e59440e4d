// The ground of the page scripts: the table of elements and what all parts
// share. Every part is a function of h, the object that the installer makes in
// an isolated world; nothing here is seen by the page.
h => {
  'use strict';

  // The nonce of this world's table.
  h.nonce = Array.from(crypto.getRandomValues(new Uint8Array(8)), byte => byte.toString(16).padStart(2, '0')).join('');

  // Forms and documents let names of the page's own shadow their properties,
  // in every world: <input name=parentNode> is its form's parentNode. So what
  // may be a form or a document is read through the prototypes' own getters.
  // They cost nothing: V8 inlines them like plain property reads.
  const getter = (prototype, name) => Object.getOwnPropertyDescriptor(prototype, name).get;
  h.getter = getter;
  const nodeType = getter(Node.prototype, 'nodeType');
  const firstChild = getter(Node.prototype, 'firstChild');
  const nextSibling = getter(Node.prototype, 'nextSibling');
  const parentNode = getter(Node.prototype, 'parentNode');
  const ownerDocument = getter(Node.prototype, 'ownerDocument');
  const isConnected = getter(Node.prototype, 'isConnected');
  const localName = getter(Element.prototype, 'localName');
  const shadowRoot = getter(Element.prototype, 'shadowRoot');
  const assignedSlot = getter(Element.prototype, 'assignedSlot');
  const defaultView = getter(Document.prototype, 'defaultView');
  const activeElement = getter(Document.prototype, 'activeElement');
  const { getAttribute, hasAttribute, hasAttributes, getBoundingClientRect, matches, closest } = Element.prototype;

  h.kind = node => nodeType.call(node); // 1 element, 3 text, 9 document, 11 root
  h.first = node => firstChild.call(node);
  h.next = node => nextSibling.call(node);
  h.parent = node => parentNode.call(node);
  h.docOf = node => ownerDocument.call(node); // null for a document
  h.connected = node => isConnected.call(node);
  h.tag = element => localName.call(element); // lower case in HTML
  h.attr = (element, name) => getAttribute.call(element, name);
  h.has = (element, name) => hasAttribute.call(element, name);
  h.hasAny = element => hasAttributes.call(element);
  h.rect = element => getBoundingClientRect.call(element);
  h.is = (element, selector) => matches.call(element, selector);
  h.up = (element, selector) => closest.call(element, selector);
  h.activeOf = doc => activeElement.call(doc); // the focused element or the body
  h.windowOf = doc => defaultView.call(doc);

  // shadowOf gives the shadow root that the page's content is shown through:
  // an open one, or a closed one that the reader was given.
  const closedRoots = new WeakMap();
  let closed = false;
  h.shadowOf = element => shadowRoot.call(element) || (closed && closedRoots.get(element)) || null;

  // openRoot makes a closed shadow root known, which only the debugger can
  // hand in.
  h.openRoot = root => {
    closed = true;
    closedRoots.set(root.host, root);
  };
  h.anyClosed = () => closed;

  // The table: elements by number, weakly held. Numbers are never used twice
  // in a world, so with the world's nonce they are unique for ever.
  let last = 0;
  const byElement = new WeakMap();
  const byId = new Map();

  // idOf gives the element's number and makes one when it has none.
  h.idOf = element => {
    let id = byElement.get(element);
    if (id === undefined) {
      id = ++last;
      byElement.set(element, id);
      byId.set(id, new WeakRef(element));
    }
    return id;
  };

  // knownId gives the element's number or 0.
  h.knownId = element => byElement.get(element) || 0;

  // elementOf gives the element of a number, null when it was collected or
  // dropped, undefined when the number was never given.
  h.elementOf = id => {
    const weak = byId.get(id);
    if (weak === undefined) return id > 0 && id <= last ? null : undefined;
    return weak.deref() || null;
  };

  // forget drops the numbers up to one but those to keep, so that the table does
  // not outgrow the registry that uses it. keep lists runs, ascending: where
  // each begins and how long it is. Another world's numbers mean nothing here.
  h.forget = (nonce, upTo, keep) => {
    if (nonce !== h.nonce) return;
    let run = 0;
    for (const [id, weak] of byId) { // ascending: they are in the order in which they were given
      if (id > upTo) return;
      while (run < keep.length && keep[run] + keep[run + 1] <= id) run += 2;
      if (run < keep.length && keep[run] <= id) continue;
      byId.delete(id);
      const element = weak.deref();
      if (element) byElement.delete(element);
    }
  };

  // prune drops the numbers of elements that are gone, for readers that have no
  // registry: a page that makes new rows all day would fill the table otherwise.
  let pruneAt = 10000;
  h.prune = () => {
    if (byId.size < pruneAt) return;
    for (const [id, weak] of byId) {
      if (weak.deref() === undefined) byId.delete(id);
    }
    pruneAt = Math.max(10000, 2 * byId.size);
  };

  h.tableSize = () => byId.size;
  h.lastId = () => last;

  // viewOf gives the window of an element's document, null when the document
  // has none any more (its frame was navigated or removed).
  h.viewOf = element => h.windowOf(h.docOf(element));

  // parentOf gives the parent in the flat tree: the slot that shows the
  // element, the host of a shadow root, or the plain parent; null at the top of
  // a document.
  h.parentOf = node => {
    const kind = h.kind(node);
    const slot = kind === 1 ? assignedSlot.call(node) : kind === 3 ? node.assignedSlot : null;
    if (slot) return slot;
    const parent = h.parent(node);
    if (!parent) return null;
    const above = h.kind(parent);
    if (above === 11) return parent.host || null;
    return above === 1 ? parent : null;
  };

  // ownerOf gives the element that shows the document, null at the top or where
  // the owner is in another origin.
  h.ownerOf = doc => {
    try {
      const view = h.windowOf(doc);
      return view ? view.frameElement : null;
    } catch {
      return null;
    }
  };

  // contentOf gives the document of a frame element when scripts may reach it.
  h.contentOf = element => {
    try {
      return element.contentDocument;
    } catch {
      return null;
    }
  };

  // fold makes strings comparable: white space of any kind and length is one
  // space, none at the ends.
  h.fold = text => text.replace(/[\s\u00a0\u200b\ufeff]+/g, ' ').trim();

  // cut shortens a string to at most n UTF-16 units, at a code point, with an
  // ellipsis that says so, and mends lone surrogates.
  h.cut = (text, n) => {
    if (text.length > n) {
      const code = text.charCodeAt(n - 1);
      text = text.slice(0, code >= 0xd800 && code < 0xdc00 ? n - 1 : n) + '\u2026';
    }
    return text.isWellFormed() ? text : text.toWellFormed();
  };
}
