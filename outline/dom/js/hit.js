// Hit: what a pointer at a point would reach, and a point of an element where
// the pointer reaches it and nothing else.
h => {
  'use strict';

  const fromDocument = Document.prototype.elementFromPoint;
  const fromRoot = ShadowRoot.prototype.elementFromPoint;

  // hitAt gives the innermost element at a point of the root's viewport, through
  // shadow roots and the frames that scripts reach.
  h.hitAt = (x, y) => {
    let doc = document;
    for (;;) {
      let element = fromDocument.call(doc, x, y);
      if (!element) return null;
      for (let root; (root = h.shadowOf(element)); ) {
        const inner = fromRoot.call(root, x, y);
        if (!inner || inner === element || h.treeOf(inner) !== root) break;
        element = inner;
      }
      const content = isFrame(h.tag(element)) ? h.contentOf(element) : null;
      const point = content && h.windowOf(content) ? h.toInner(content, x, y) : null;
      if (!point) return element;
      doc = content;
      ({ x, y } = point);
      if (!fromDocument.call(doc, x, y)) return element;
    }
  };
  const isFrame = tag => tag === 'iframe' || tag === 'frame' || tag === 'object';

  // above gives what holds an element: its parent in the flat tree, or the
  // element that shows its document.
  const above = element => h.parentOf(element) ||
    (h.docOf(element) === document ? null : h.ownerOf(h.docOf(element)));
  h.above = above;

  // distinct tells whether an element does something of its own when clicked.
  const distinct = (element, target) => {
    const tag = h.tag(element);
    if (tag === 'label') return element.control !== null && element.control !== target;
    if (tag === 'canvas') return false;
    const why = h.reason(element, tag);
    return why !== h.WHY.nothing && why !== h.WHY.aim || isFrame(tag);
  };

  // The relations of what is hit to what is meant.
  const SELF = 'self'; // the element or a plain part of it
  const LABEL = 'label'; // a label of it, which passes the click on
  const NESTED = 'nested'; // another control in it
  const OTHER = '';

  // relation tells how a hit element relates to the one that is meant. by is
  // the other control of NESTED.
  h.relation = (hit, target) => {
    let by = null;
    for (let e = hit; e; e = above(e)) {
      if (e === target) return by ? { kind: NESTED, by } : { kind: SELF, by: null };
      if (!by && distinct(e, target)) by = e;
    }
    const labels = h.labelsOf(target);
    if (labels.length > 0) {
      for (let e = hit; e; e = h.parentOf(e)) {
        if (labels.includes(e)) return { kind: LABEL, by: null };
        if (distinct(e, target)) break;
      }
    }
    // A label's control passes as the label: a click on it does the same.
    if (h.tag(target) === 'label' && target.control && target.control === hit) return { kind: SELF, by: null };
    return { kind: OTHER, by: null };
  };

  // Where in a box the points are tried: the middle first, then outwards.
  const steps = [0.5, 0.25, 0.75, 0.1, 0.9, 0.02, 0.98];
  const spots = [];
  for (const x of steps) for (const y of steps) spots.push({ x, y, far: Math.abs(x - 0.5) + Math.abs(y - 0.5) });
  spots.sort((a, b) => a.far - b.far);
  // So many hit tests are made for one element at most.
  const tries = 200;

  // aim looks for a point of the parts (of target's viewport) where the pointer
  // reaches what is meant. Without one it tells what is in the way. With within,
  // a control inside of what is meant will do, too: who hovers it hovers both.
  h.aim = (target, meant, parts, within = false) => {
    const doc = h.docOf(target);
    let left = tries;
    let nested = null;
    let nestedCount = 0;
    let blocked = null;
    let count = 0;
    for (const part of parts) {
      const few = (part.right - part.left) * (part.bottom - part.top) < 16;
      for (const spot of spots) {
        if (few && spot !== spots[0]) break;
        if (left-- <= 0) break;
        const point = at(doc, part, spot);
        const hit = h.hitAt(point.x, point.y);
        if (!hit) continue;
        count++;
        const relation = h.relation(hit, meant);
        if (relation.kind === SELF || relation.kind === LABEL) return { ...point, hit, kind: relation.kind, blocked };
        if (relation.kind === NESTED) {
          nestedCount++;
          if (!nested) nested = { ...point, hit, kind: NESTED, by: relation.by, blocked };
        } else if (!blocked) blocked = { ...point, hit };
      }
    }
    // A control that fills the element is how it is clicked: a card that
    // consists of its link.
    if (nested && (within || nestedCount >= 0.8 * count)) return nested;
    if (!blocked && nested) blocked = { x: nested.x, y: nested.y, hit: nested.by };
    return { hit: null, kind: OTHER, blocked };
  };

  // at gives a spot of a part as a point of the root's viewport, on a whole
  // pixel where the part is large enough for it.
  const at = (doc, part, spot) => {
    const x = part.left + (part.right - part.left) * spot.x;
    const y = part.top + (part.bottom - part.top) * spot.y;
    const whole = (n, from, to) => Math.round(n) > from && Math.round(n) < to ? Math.round(n) : n;
    return h.toRoot(doc, whole(x, part.left, part.right), whole(y, part.top, part.bottom));
  };

  const holds = (outer, inner) => {
    for (let e = inner; e; e = above(e)) if (e === outer) return true;
    return false;
  };

  const dialogs = 'dialog[open],[role=dialog],[role=alertdialog],[aria-modal=true],:popover-open';

  // dialogAt gives the dialog or popup that an element is in, or null.
  const dialogAt = element => {
    for (let e = element; e; e = above(e)) if (h.is(e, dialogs)) return e;
    return null;
  };

  // occluder tells what is in the way of an element so that an agent can deal
  // with it: the control or named thing that was hit, the layer it is part of,
  // and the dialog that the layer seems to belong to.
  h.occluder = (hit, target) => {
    let layer = hit;
    for (let e = hit; e && !holds(e, target); e = above(e)) layer = e;
    const contains = holds(hit, target);
    let thing = null;
    for (let e = hit; e && !contains; e = above(e)) {
      if (h.operable(e)) thing = thing || e;
      if (e === layer) break;
    }
    let dialog = contains ? null : dialogAt(hit);
    if (!dialog && !contains && h.squeeze(h.textOf(layer)).trim() === '') {
      // A backdrop says nothing; the one dialog that is open explains it.
      const open = Array.from(h.all(h.docOf(layer), dialogs)).filter(e => h.shown(e));
      if (open.length === 1) dialog = open[0];
    }
    const named = thing || (dialog && holds(dialog, hit) ? dialog : layer);
    const role = h.role(named);
    return {
      id: h.knownId(named),
      role: h.roleName(role),
      name: h.name(named, role),
      text: contains ? '' : h.cut(h.squeeze((h.innerText(layer) || h.textOf(layer)).slice(0, 1000)), 120),
      tag: tagOf(layer),
      dialog: dialog ? h.name(dialog) || h.cut(h.squeeze((h.innerText(dialog) || '').slice(0, 500)), 80) : '',
      dialogId: dialog ? h.idOf(dialog) : 0,
      contains,
    };
  };

  // tagOf describes an element as a style sheet would.
  const tagOf = element => {
    let text = h.tag(element);
    const id = h.attr(element, 'id');
    const name = h.attr(element, 'class');
    if (id) text += '#' + id;
    else if (name && name.trim()) text += '.' + name.trim().split(/\s+/).slice(0, 2).join('.');
    return h.cut(text, 60);
  };

  // sticks tells whether something in the way stays in place when the page is
  // scrolled, and leaves the middle of the view free: another place in the view
  // may be better then.
  h.sticks = hit => {
    for (let e = hit; e; e = above(e)) {
      const { position } = getComputedStyle(e);
      if (position === 'sticky') return true;
      if (position !== 'fixed') continue;
      const box = h.rect(e);
      const view = h.viewOf(e);
      return !(box.top <= view.innerHeight / 2 && box.bottom >= view.innerHeight / 2 &&
        box.left <= view.innerWidth / 2 && box.right >= view.innerWidth / 2);
    }
    return false;
  };
}
