// Regions: where a read of a part of the page begins, and what it leaves out.
h => {
  'use strict';

  const S = h.STATE;
  const T = h.TAG;
  const R = h.rows;
  const w = h.w;
  const { MUTE, INERT, CLIPPED, FAINT } = h.MODE;
  const { getter } = h;
  const nodeType = getter(Node.prototype, 'nodeType');
  const firstChild = getter(Node.prototype, 'firstChild');
  const nextSibling = getter(Node.prototype, 'nextSibling');
  const localName = getter(Element.prototype, 'localName');
  const { querySelectorAll } = Document.prototype;
  const { hasAttributes } = Element.prototype;

  // Rectangles.

  // near is the rectangle that the walk wants, in the viewport of the document
  // that it is in; null when it wants everything.
  w.near = null;
  let wanted = null; // the same in the top viewport
  let verdicts = null; // by element: whether something in it touches

  // want begins a read of what a rectangle touches (null: of everything).
  w.want = box => {
    wanted = box;
    verdicts = box === null ? null : new Map();
    w.near = null;
  };

  // aim brings the rectangle into a document that the walk enters.
  w.aim = () => {
    if (wanted === null) return;
    const { x, y, sx, sy } = w.map;
    w.near = {
      left: (wanted.left - x) / sx, top: (wanted.top - y) / sy,
      right: (wanted.right - x) / sx, bottom: (wanted.bottom - y) / sy,
    };
  };

  // outside tells whether nothing of an element and of what is in it touches
  // the rectangle. Boxes of children may lie anywhere, so all of them are asked
  // for; that is a tenth of what reading them costs.
  w.outside = element => {
    const tag = localName.call(element);
    if (h.tagBits(tag) & T.INLINE && !alone(element, tag)) return false;
    return !touches(element, tag, 0);
  };

  // Other inline elements are parts of a text: it would miss their words.
  const alone = (element, tag) => tag === 'img' || tag === 'svg' || tag === 'a' && h.has(element, 'href');

  const meets = rect => {
    const { near } = w;
    return rect.right > near.left && rect.left < near.right && rect.bottom > near.top && rect.top < near.bottom;
  };

  const deepest = 600;
  const touches = (element, tag, depth) => {
    const rect = h.rect(element);
    const thin = rect.width < 1 || rect.height < 1;
    if (!thin && meets(rect) || depth > deepest) return true;
    const bits = h.tagBits(tag);
    // A field may stand where its label is, an area where its image is.
    if (thin && bits & T.FIELD || tag === 'area' || tag === 'map') return true;
    if (bits & (T.FRAME | T.UNSEEN | T.FIELD)) return false;
    const root = h.shadowOf(element);
    const child = firstChild.call(root || element);
    if (child === null && tag !== 'slot') return false;
    const known = verdicts.get(element);
    if (known !== undefined) return known;
    const verdict = thin && words(element) || any(child, depth) || tag === 'slot' && h.assigned(element).some(node => one(node, depth));
    verdicts.set(element, verdict);
    return verdict;
  };
  const any = (node, depth) => {
    for (; node !== null; node = nextSibling.call(node)) if (one(node, depth)) return true;
    return false;
  };
  const one = (node, depth) => nodeType.call(node) === 1 && touches(node, localName.call(node), depth + 1);

  // words tells whether text of an element that has no room of its own touches.
  const words = element => {
    for (let node = firstChild.call(element); node !== null; node = nextSibling.call(node)) {
      if (nodeType.call(node) !== 3 || node.data.trim() === '') continue;
      w.range.selectNodeContents(node);
      if (meets(w.range.getBoundingClientRect())) return true;
    }
    return false;
  };

  // Elements.

  // anchor finds the element that a read is to begin at. It must be the thing
  // that it was when it was published, or have moved as a whole, as for an
  // action. It gives {element}, or {refused} with the reason.
  h.anchor = q => {
    if (q.table !== h.nonce) return { refused: { outcome: 'document' } };
    const element = h.elementOf(q.id);
    const present = element && h.connected(element) && inPage(h.docOf(element));
    const there = present ? h.now(element) : null;
    if (there !== null && (!q.identity || there.identity === q.identity && h.fits(q.id, there))) return { element };
    const found = q.identity ? h.relocate(q.identity, q.role, q.name, q.frameURL, present ? element : null, q.id) : [];
    if (found.length === 1) return { element: found[0].element };
    // Nobody can say what a hidden element is.
    if (there !== null && found.length === 0 && !h.shown(element)) return { element };
    const refused = { outcome: present ? 'identity' : 'gone', candidates: found.length };
    if (there !== null) refused.now = { id: h.idOf(element), role: there.role, name: there.name };
    return { refused };
  };

  const inPage = doc => {
    while (doc !== document) {
      const owner = h.windowOf(doc) ? h.ownerOf(doc) : null;
      if (owner === null || !h.connected(owner) || h.contentOf(owner) !== doc) return false;
      doc = h.docOf(owner);
    }
    return true;
  };

  // approach makes the state of the walk what it would be had it come to the
  // element from the top, and gives the mode for it; -1 when nothing there is
  // shown.
  w.approach = element => {
    const chain = [element]; // the owners of the frames around it, outermost first
    for (let doc = h.docOf(element); doc !== document; doc = h.docOf(chain[0])) chain.unshift(h.ownerOf(doc));
    let mode = 0;
    w.enter(document);
    for (const target of chain) {
      for (const above of lineTo(target)) {
        mode = pass(above, mode);
        if (mode < 0) return mode;
      }
      if (target !== element) {
        const doc = h.contentOf(target);
        w.frames.push({ owner: -1, url: h.urlOf(doc), base: h.baseOf(doc), unread: '' });
        mode = pass(target, mode) & INERT;
        w.enterFrame(target, h.rect(target), doc, w.frames.length - 1);
        w.enter(doc);
      }
    }
    return mode;
  };

  // lineTo gives what is around an element in its document, outermost first.
  const lineTo = element => {
    const line = [];
    for (let e = h.parentOf(element); e !== null; e = h.parentOf(e)) line.unshift(e);
    return line;
  };

  // pass does what a visit does to the state on its way to what is inside.
  const pass = (element, mode) => {
    const style = h.styleOf(element);
    if (style.display === 'none') return -1;
    if (h.shadowOf(element) !== null) w.foreign = true;
    if (!hasAttributes.call(element) && style.overflowY === 'visible') return mode;
    const bits = h.tagBits(localName.call(element));
    if (h.attr(element, 'aria-hidden') === 'true') mode |= MUTE;
    if (h.has(element, 'inert')) mode |= INERT;
    if (style.opacity === '0') mode |= FAINT;
    if (bits & (T.INLINE | T.ROOT)) return mode;
    if (style.contentVisibility === 'hidden') return -1;
    if (mode & CLIPPED && style.position === 'fixed') mode &= ~CLIPPED;
    if (style.overflowY !== 'visible') {
      mode = w.narrow(h.rect(element), mode);
      if (h.scrollNote(element, style) !== '') w.page = w.everywhere;
    }
    return mode;
  };

  // blockRest marks the rows of a read that did not come to the modal dialog
  // that blocks them. from is the element that it began at, if there was one.
  w.blockRest = from => {
    for (let i = 0; i < R.count(); i++) if (R.stateOf(i) & S.Modal) return;
    let blocked = false;
    let element = from;
    for (let doc = from ? h.docOf(from) : document; ; doc = h.docOf(element)) {
      const dialog = modalOf(doc);
      blocked = blocked || dialog !== null && !(element && holds(dialog, element));
      if (doc === document) break;
      element = h.ownerOf(doc);
    }
    for (let i = 0; blocked && i < R.count(); i++) R.setState(i, S.Blocked);
  };

  // modalOf gives the modal dialog that is on top in a document.
  const modalOf = doc => {
    const list = querySelectorAll.call(doc, 'dialog[open],[aria-modal=true]');
    const view = h.windowOf(doc);
    for (let i = list.length - 1; i >= 0; i--) {
      const e = list[i];
      if (!(h.marks(e, h.role(e), h.tag(e)) & S.Modal) || !h.shown(e)) continue;
      const box = h.rect(e);
      if (box.width >= 2 && box.height >= 2 && box.right > 0 && box.bottom > 0 &&
        box.left < view.innerWidth && box.top < view.innerHeight) return e;
    }
    return null;
  };

  h.modalOf = modalOf;

  const holds = (outer, element) => {
    for (let e = element; e !== null; e = h.parentOf(e)) if (e === outer) return true;
    return false;
  };
}
