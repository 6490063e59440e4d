// Wait: is a text shown, and has the page come to rest. What is noticed here
// stays in this world; the page can neither see nor change it.
h => {
  'use strict';

  const options = { subtree: true, childList: true, attributes: true, characterData: true };

  // A Watch counts what changes in the documents that scripts reach, shadow
  // trees included. Roots that come later are found by attach.
  class Watch {
    constructor() {
      this.count = 0;
      this.wake = null;
      this.observer = new MutationObserver(records => {
        this.count += records.length;
        if (this.wake) this.wake();
      });
      this.attached = new WeakSet();
    }

    attach() {
      for (const root of h.roots()) {
        if (this.attached.has(root)) continue;
        this.attached.add(root);
        this.observer.observe(root, options);
        this.count++; // a new root is a change itself
      }
    }

    // read counts what is on its way, too.
    read() {
      this.count += this.observer.takeRecords().length;
      return this.count;
    }

    // change waits for the next change, most milliseconds at the most.
    change(most) {
      return new Promise(resolve => {
        const timer = setTimeout(resolve, most);
        this.wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }

    end() {
      this.observer.disconnect();
    }
  }

  const sleep = ms => new Promise(resolve => setTimeout(resolve, ms));
  const state = () => ({ ready: h.readyState(), hidden: h.isHidden(), url: h.topAddress(), title: h.pageTitle() });

  // What changes without a mutation (a style sheet, the value of a field) is
  // seen after this many milliseconds.
  const idle = 250;
  // Looks are this far apart, and the page has four fifths of the time.
  const gap = 50;
  const share = 4;

  // waitText waits until a text is shown, or q.gone until it is not. In a hidden
  // page timers are slowed down, so there it looks once.
  h.waitText = async q => {
    const began = performance.now();
    const pattern = patternOf(q.text);
    const watch = new Watch();
    try {
      for (;;) {
        const start = performance.now();
        watch.attach();
        const before = watch.read();
        const found = look(pattern);
        const satisfied = q.gone ? found === null : found !== null;
        const now = performance.now();
        const left = q.timeoutMs - (now - began);
        if (satisfied || left <= 0 || h.isHidden()) return { satisfied, found: found || '', ...state() };
        await sleep(Math.min(left, Math.max(gap, share * (now - start))));
        const more = q.timeoutMs - (performance.now() - began);
        if (watch.read() === before && more > 0) await watch.change(Math.min(more, idle));
      }
    } finally {
      watch.end();
    }
  };

  // Between the pieces of a text stands EDGE where one element ends and another
  // begins, which may be a gap to the eye or not, and WALL where nothing reads
  // on.
  const EDGE = '\u0001';
  const WALL = '\u0002';

  // patternOf makes an expression of a text: any case, any white space, and
  // nothing of what the eye does not see in between. Only what has a meaning there
  // may be escaped, a dash has none.
  const patternOf = text => {
    const between = '[\u0001\u00ad\u200b\u2060\ufeff]*';
    const parts = h.fold(text).split(' ').map(word => Array.from(word)
      .map(c => c.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&')).join(between));
    return new RegExp(parts.join('[\\s\u0001\u00ad\u200b\u2060\ufeff]+'), 'giu');
  };

  const skipped = new Set(['script', 'style', 'template', 'noscript', 'head', 'title', 'datalist', 'option', 'optgroup', 'object']);
  // So many places that hold the text and are hidden are looked at.
  const mostHidden = 3000;

  // look gives the words around the text where it is shown, or null.
  const look = pattern => {
    for (const doc of h.documents()) {
      const pieces = piecesOf(doc);
      const text = pieces.texts.join('');
      pattern.lastIndex = 0;
      for (let tries = 0; tries < mostHidden; tries++) {
        const match = pattern.exec(text);
        if (!match) break;
        if (seen(pieces, match.index, match.index + match[0].length)) {
          const around = text.slice(Math.max(0, match.index - 20), match.index + match[0].length + 40);
          return h.cut(h.fold(around.replace(/[\u0001\u0002]/g, ' ')), 120);
        }
        pattern.lastIndex = match.index + 1;
      }
    }
    return null;
  };

  // seen tells whether all pieces between two places are shown.
  const seen = ({ starts, texts, elements, known }, from, to) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle] <= from) low = middle;
      else high = middle - 1;
    }
    for (let i = low; i < starts.length && starts[i] < to; i++) {
      const element = elements[i];
      if (element === null || !/\S/.test(texts[i])) continue;
      let shown = known.get(element);
      if (shown === undefined) {
        shown = h.shown(element) && shownAbove(h.docOf(element));
        known.set(element, shown);
      }
      if (!shown) return false;
    }
    return true;
  };

  // shownAbove tells whether the frames around a document are shown.
  const shownAbove = doc => {
    for (let owner = h.ownerOf(doc); owner; owner = h.ownerOf(h.docOf(owner))) if (!h.shown(owner)) return false;
    return true;
  };

  // piecesOf gathers the text of a document in the order in which it is shown.
  const piecesOf = doc => {
    const pieces = { starts: [], texts: [], elements: [], known: new Map() };
    let length = 0;
    const put = (text, element) => {
      if (text === '') return;
      pieces.starts.push(length);
      pieces.texts.push(text);
      pieces.elements.push(element);
      length += text.length;
    };
    const edge = mark => {
      if (pieces.texts[pieces.texts.length - 1] !== mark) put(mark, null);
    };
    const aside = (text, element) => {
      if (!text) return;
      put(WALL, null);
      put(text, element);
      put(WALL, null);
    };
    // What is still to be visited, the next on top: nodes, or an edge.
    const root = h.rootOf(doc);
    const stack = root ? [root] : [];
    while (stack.length > 0) {
      const node = stack.pop();
      if (node === EDGE) {
        edge(EDGE);
        continue;
      }
      const kind = h.kind(node);
      if (kind === 3) {
        const parent = h.parentOf(node);
        if (parent) put(node.data, parent);
        continue;
      }
      if (kind !== 1) continue;
      const tag = h.tag(node);
      if (skipped.has(tag)) continue;
      edge(EDGE);
      aside(h.attr(node, 'aria-label'), node);
      if (tag === 'img') aside(h.attr(node, 'alt'), node);
      if (tag === 'input' || tag === 'textarea' || tag === 'select') {
        const held = h.valueOf(node);
        if (held && !held.protected) aside(held.value, node);
        if (tag !== 'select' && node.value === '') aside(h.attr(node, 'placeholder'), node);
        if (tag === 'input' && /^(?:submit|button|reset)$/i.test(h.attr(node, 'type') || '')) aside(node.value, node);
        continue;
      }
      stack.push(EDGE);
      const shadow = h.shadowOf(node);
      const slotted = !shadow && tag === 'slot' ? h.assigned(node) : [];
      const first = stack.length;
      if (slotted.length > 0) for (const child of slotted) stack.push(child);
      else for (let child = h.first(shadow || node); child; child = h.next(child)) stack.push(child);
      for (let i = first, k = stack.length - 1; i < k; i++, k--) [stack[i], stack[k]] = [stack[k], stack[i]];
    }
    return pieces;
  };

  // strangers gives the numbers of the frames that are shown and that scripts do
  // not reach into.
  h.strangers = () => {
    const ids = [];
    for (const root of h.roots()) {
      const above = shownAbove(h.kind(root) === 9 ? root : h.docOf(root));
      for (const element of h.all(root, 'iframe,frame,object,embed')) {
        if (above && h.contentOf(element) === null && h.shown(element)) ids.push(h.idOf(element));
      }
    }
    return { nonce: h.nonce, ids };
  };

  // Pulses: whoever wants to know whether the page has come to rest asks now and
  // then how much has changed so far. A watch that nobody asks any more ends by
  // itself.
  const pulses = new Map();
  const forgotten = 30000;

  h.pulse = q => {
    const now = performance.now();
    for (const [key, pulse] of pulses) {
      if (now - pulse.asked < forgotten || key === q.key) continue;
      pulse.watch.end();
      pulses.delete(key);
    }
    let pulse = pulses.get(q.key);
    if (q.end) {
      if (pulse) pulse.watch.end();
      pulses.delete(q.key);
      return { ...state(), nonce: h.nonce, changes: 0 };
    }
    if (!pulse) pulses.set(q.key, pulse = { watch: new Watch(), asked: now });
    pulse.asked = now;
    pulse.watch.attach();
    return { ...state(), nonce: h.nonce, changes: pulse.watch.read() };
  };
}
