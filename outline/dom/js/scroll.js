// Scroll: what is scrolled when an agent says so, where a wheel must be for
// that, and how far it went.
h => {
  'use strict';

  const { getter } = h;
  const { scrollTop, scrollLeft, scrollHeight, scrollWidth, clientHeight, clientWidth } = h.extents;
  const scroller = getter(Document.prototype, 'scrollingElement');
  const { scrollBy, scrollTo, scrollIntoView } = Element.prototype;

  // rootScroller gives the element that stands for the viewport of a document.
  const rootScroller = doc => scroller.call(doc) || h.rootOf(doc);

  // above gives what holds an element, out of frames too.
  const above = element => h.parentOf(element) ||
    (h.docOf(element) === document ? null : h.ownerOf(h.docOf(element)));

  // overflowOf gives the overflow that decides about the scrolling of an element
  // in a direction: that of the root, or else of the body, is the viewport's.
  const overflowOf = (element, horizontal) => {
    const pick = e => {
      const style = getComputedStyle(e);
      return horizontal ? style.overflowX : style.overflowY;
    };
    const doc = h.docOf(element);
    const root = h.rootOf(doc);
    const body = h.bodyOf(doc);
    if (element === rootScroller(doc)) {
      const own = pick(root);
      const set = own === 'visible' && body ? pick(body) : own;
      return set === 'hidden' || set === 'clip' ? 'hidden' : 'auto';
    }
    if (element === body && pick(root) === 'visible' || element === root) return 'visible';
    return pick(element);
  };

  // roomOf tells how much there is to scroll each way. Less than a pixel is
  // rounding.
  const roomOf = element => {
    const some = n => n < 1 ? 0 : n;
    const height = scrollHeight.call(element) - clientHeight.call(element);
    const width = scrollWidth.call(element) - clientWidth.call(element);
    const doc = h.docOf(element);
    const backward = element === rootScroller(doc) ? h.viewBackward(doc) : h.backward(getComputedStyle(element));
    const top = h.scrolledFrom(scrollTop.call(element), height, backward.y);
    const left = h.scrolledFrom(scrollLeft.call(element), width, backward.x);
    return { above: some(top), below: some(height - top), left: some(left), right: some(width - left) };
  };

  // scrolls tells whether a wheel scrolls the element in a direction at all.
  const scrolls = (element, horizontal) => {
    if (!/auto|scroll|overlay/.test(overflowOf(element, horizontal))) return false;
    const room = roomOf(element);
    return horizontal ? room.left + room.right > 0 : room.above + room.below > 0;
  };

  // goes tells whether it can go on in the direction.
  const goes = (element, way) => {
    const room = roomOf(element);
    if (way.horizontal) return (way.forward ? room.right : room.left) > 0;
    return (way.forward ? room.below : room.above) > 0;
  };

  // wayOf gives the direction of a request: the larger distance counts.
  const wayOf = q => {
    if (q.to) return { horizontal: false, forward: q.to !== 'top' };
    const horizontal = Math.abs(q.dx) > Math.abs(q.dy);
    return { horizontal, forward: (horizontal ? q.dx : q.dy) > 0 };
  };

  // containerOf gives the nearest scroll container at or above an element, or
  // with onward the nearest that can go on, as a wheel has it; null for none.
  const containerOf = (element, way, onward) => {
    for (let e = element; e; e = above(e)) {
      if (scrolls(e, way.horizontal) && (!onward || goes(e, way))) return e;
    }
    return null;
  };

  // Where in a container a wheel is tried, as shares of its width and height.
  const spots = [[0.5, 0.5], [0.5, 0.25], [0.5, 0.75], [0.25, 0.5], [0.75, 0.5], [0.1, 0.5], [0.9, 0.5],
    [0.25, 0.25], [0.75, 0.75], [0.25, 0.75], [0.75, 0.25], [0.05, 0.05], [0.95, 0.95], [0.05, 0.95], [0.95, 0.05]];

  // wheelPoint gives a place where a wheel scrolls the container and nothing in
  // it or upon it; null when there is none.
  const wheelPoint = (container, way) => {
    const doc = h.docOf(container);
    const view = h.windowOf(doc);
    const whole = container === rootScroller(doc);
    const box = whole ? { left: 0, top: 0, right: view.innerWidth, bottom: view.innerHeight } : h.rect(container);
    const parts = whole && doc === document ? [box] : h.look(whole ? h.rootOf(doc) : container, [box]).parts;
    for (const part of parts.slice(0, 1)) {
      for (const [x, y] of spots) {
        const point = h.toRoot(doc, part.left + (part.right - part.left) * x, part.top + (part.bottom - part.top) * y);
        const hit = h.hitAt(point.x, point.y);
        if (hit && containerOf(hit, way, true) === container) return point;
      }
    }
    return null;
  };

  // called names a container as outlines do: not by what it happens to show.
  const called = container => {
    const role = h.role(container);
    const name = h.nameNow(container, role);
    return { id: h.knownId(container), role: h.roleName(role) === 'generic' ? 'scrollable' : role, name };
  };

  const at = element => ({ left: scrollLeft.call(element), top: scrollTop.call(element) });
  const sizeOf = element => ({ width: scrollWidth.call(element), height: scrollHeight.call(element) });

  // plan finds out how to do a scroll. What needs no wheel it does at once.
  const plan = (q, start, container, way) => {
    if (h.isHidden() && !q.hidden) return {};
    const result = { forward: way.forward, horizontal: way.horizontal };
    if (!container) {
      // Nothing scrolls; a page may listen to the wheel itself.
      const point = start && h.rootBox(start);
      const x = point ? (point.left + point.right) / 2 : innerWidth / 2;
      const y = point ? (point.top + point.bottom) / 2 : innerHeight / 2;
      return { ...result, wheel: q.to === undefined, ...h.inputPoint(x, y) };
    }
    const doc = h.docOf(container);
    result.id = h.idOf(container);
    result.page = container === rootScroller(document);
    if (!result.page) result.container = called(container === rootScroller(doc) ? h.ownerOf(doc) || container : container);
    result.before = at(container);
    result.size = sizeOf(container);
    result.stuck = !goes(container, way);
    if (q.to) {
      // Further than there is: where it begins depends on the way it runs.
      const top = (q.to === 'top' ? -1 : 1) * scrollHeight.call(container);
      scrollTo.call(container, { top, behavior: 'instant' });
      return result;
    }
    if (result.stuck) return result;
    if (container !== rootScroller(doc) && !h.look(container, [h.rect(container)]).enough) {
      scrollIntoView.call(container, { behavior: 'instant', block: 'nearest', inline: 'nearest' });
    }
    const point = wheelPoint(container, way);
    if (point) return { ...result, wheel: true, ...h.inputPoint(point.x, point.y) };
    // Something lies upon it everywhere, or it is not in view.
    scrollBy.call(container, { left: q.dx, top: q.dy, behavior: 'instant' });
    return { ...result, scripted: true };
  };

  // scroll plans a scroll of the container that an element is or is in, or,
  // without an element, of what is in the middle of the view.
  h.scroll = q => {
    const way = wayOf(q);
    if (!q.id) {
      h.beginRead();
      try {
        const middle = h.hitAt(innerWidth / 2, innerHeight / 2);
        const container = middle && (containerOf(middle, way, true) || containerOf(middle, way, false)) ||
          containerOf(rootScroller(document), way, false);
        const root = h.rootOf(document);
        if (!container && root) h.watch(q, { element: root, what: h.now(root), aim: null }, {});
        return { outcome: 'ok', background: h.isHidden(), url: h.topAddress(), title: h.pageTitle(), plan: plan(q, null, container, way) };
      } finally {
        h.endRead();
      }
    }
    return h.pass({ ...q, purpose: 'locate' }, (state, result) => {
      const { element } = state;
      if (!h.shown(element)) return { wait: { outcome: 'hidden' } };
      h.watch(q, state, result);
      return { plan: plan(q, element, containerOf(element, way, false), way) };
    });
  };

  const equal = (a, b) => Math.abs(a.left - b.left) < 0.5 && Math.abs(a.top - b.top) < 0.5;

  // scrolled waits until a scroll has come to rest and tells how far it went. At
  // its end it looks whether more content comes.
  h.scrolled = async q => {
    if (q.table !== h.nonce) return { document: true };
    let element = h.elementOf(q.id);
    if (!element || !h.connected(element)) return { gone: true };
    const began = performance.now();
    let last = at(element);
    // A wheel takes a frame or two to arrive; a smooth scroll takes longer.
    for (let still = 0; performance.now() < began + q.restMs;) {
      await h.frame();
      const now = at(element);
      still = equal(now, last) ? still + 1 : 0;
      last = now;
      if (still >= (equal(now, q.before) ? 6 : 2)) break;
    }
    const way = { horizontal: q.horizontal, forward: q.forward };
    const grew = () => way.forward && (way.horizontal ? scrollWidth.call(element) > q.size.width + 1 : scrollHeight.call(element) > q.size.height + 1);
    const rest = performance.now();
    while (!goes(element, way) && way.forward && !grew() && performance.now() < rest + q.growMs) await h.frame();
    element = h.elementOf(q.id);
    if (!element || !h.connected(element)) return { gone: true };
    const now = at(element);
    return {
      x: now.left - q.before.left, y: now.top - q.before.top, room: roomOf(element),
      edge: !goes(element, way), grew: grew(),
    };
  };

  // still waits for two frames.
  h.still = async () => {
    await h.frame();
    await h.frame();
    return { url: h.topAddress(), title: h.pageTitle() };
  };
}
