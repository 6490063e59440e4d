// Owner: a frame of another origin as the world around it sees it. Scripts do
// not reach into it, so its own world looks at what is inside; here is looked
// whether the frame is there, where it is and whether it is on top.
h => {
  'use strict';

  // placeFrame notes of a frame that is read from elsewhere where its viewport
  // lies in the root's and what can be seen of it there.
  h.placeFrame = (entry, element, box, { map, clip }) => {
    const at = h.frameMap(element, box, map);
    const style = getComputedStyle(element);
    const wide = element.clientWidth - (parseFloat(style.paddingLeft) || 0) - (parseFloat(style.paddingRight) || 0);
    const high = element.clientHeight - (parseFloat(style.paddingTop) || 0) - (parseFloat(style.paddingBottom) || 0);
    entry.map = [at.x, at.y, at.sx, at.sy];
    entry.clip = [
      Math.max(clip.left, at.x), Math.max(clip.top, at.y),
      Math.min(clip.right, at.x + wide * at.sx), Math.min(clip.bottom, at.y + high * at.sy),
    ];
  };

  // owners gives elements by number, so that the protocol can tell which frames
  // they show.
  h.owners = ids => [h.nonce, ...ids.map(id => h.elementOf(id) || null)];

  // Other points of an element that an occluded one may be exchanged for.
  const steps = [0.5, 0.25, 0.75, 0.1, 0.9];
  const grid = [];
  for (const x of steps) for (const y of steps) grid.push({ x, y, far: Math.abs(x - 0.5) + Math.abs(y - 0.5) });
  grid.sort((a, b) => a.far - b.far);
  const mostSpots = 12;
  const mostTries = 60;

  // probeInside is the gate of an element in a frame. The frames around may lie
  // under a layer of their parents here and there, so it gives several points.
  h.probeInside = async q => {
    const result = await h.probe(q);
    if (result.outcome === 'ok' && result.x !== undefined) {
      h.beginRead();
      try {
        result.spots = spotsOf(q, result);
      } finally {
        h.endRead();
      }
    }
    return result;
  };

  const spotsOf = (q, { id, x, y, by }) => {
    const spots = [{ x, y }];
    if (q.purpose !== 'click' && q.purpose !== 'hover' || q.offset || by === 'nested' || q.occlusion === 'send') return spots;
    const element = h.elementOf(id);
    let tries = 0;
    for (const target of [element, ...h.labelsOf(element)]) {
      if (!h.shown(target)) continue;
      for (const part of h.look(target, h.boxesOf(target)).parts) {
        for (const spot of grid) {
          if (spots.length === mostSpots || tries++ === mostTries) return spots;
          const at = h.toRoot(h.docOf(target), part.left + (part.right - part.left) * spot.x, part.top + (part.bottom - part.top) * spot.y);
          const hit = h.hitAt(at.x, at.y);
          const kind = hit ? h.relation(hit, element).kind : '';
          if (kind === 'self' || kind === 'label') spots.push(at);
        }
      }
    }
    return spots;
  };

  // owner looks at the element that shows a frame, and at points of the frame's
  // viewport when some are given: where they are in the root's, whether they can
  // be seen, and whether the pointer reaches the frame there.
  h.owner = async q => {
    const began = performance.now();
    const state = { scrolled: false, centred: false, shown: false };
    for (;;) {
      let step;
      h.beginRead();
      try {
        step = look(q, state);
        if (step.outcome === 'ok' && q.guardMs && step.free.includes(true)) {
          const element = h.elementOf(q.id);
          h.arm({ element, what: h.now(element), aim: { kind: 'self' } }, q.guardMs);
        }
      } finally {
        h.endRead();
      }
      if (step.outcome !== 'scrolled') {
        return Object.assign(step, {
          url: h.topAddress(), title: h.pageTitle(), scrolled: state.scrolled, width: innerWidth, height: innerHeight,
        });
      }
      state.scrolled = true;
      await settle(q.id, began);
    }
  };

  const look = (q, state) => {
    if (q.table !== h.nonce) return { outcome: 'document' };
    if (h.elsewhere(q.topURL)) return { outcome: 'address' };
    const element = h.elementOf(q.id);
    if (!element || !h.alive(element)) return { outcome: 'gone' };
    if (!h.shown(element)) return { outcome: 'hidden' };
    const frame = h.frameIn(element);
    const doc = h.docOf(element);
    const { parts } = h.look(element, h.boxesOf(element));
    const result = { outcome: 'ok', map: mapOf(doc, frame), moving: h.moving(element), points: [], input: [], seen: [], free: [] };
    if (parts.length === 0 && q.scroll && !state.shown) {
      // A frame that is out of view is not painted, and whoever waits for its
      // next picture waits in vain.
      state.shown = true;
      const box = h.rect(element);
      if (centre(element, (box.left + box.right) / 2, (box.top + box.bottom) / 2, true)) return { outcome: 'scrolled' };
    }
    let hit = null;
    for (const { x, y } of q.points || []) {
      const outer = h.outward(frame, x, y);
      const at = h.toRoot(doc, outer.x, outer.y);
      const seen = parts.some(p => outer.x >= p.left && outer.x < p.right && outer.y >= p.top && outer.y < p.bottom);
      const there = seen ? h.hitAt(at.x, at.y) : null;
      result.points.push(at);
      result.input.push(h.inputPoint(at.x, at.y));
      result.seen.push(seen);
      result.free.push(there === element);
      if (there !== element) hit = hit || there;
    }
    if (result.points.length === 0 || result.free.includes(true)) return result;
    const [first] = q.points;
    const { x, y } = h.outward(frame, first.x, first.y);
    const sticky = hit !== null && h.sticks(hit);
    if (q.scroll && !state.centred && (!result.seen.includes(true) || sticky)) {
      state.centred = true;
      if (centre(element, x, y, sticky)) return { outcome: 'scrolled' };
    }
    if (hit) {
      result.occluder = h.occluder(hit, element);
      result.passing = h.moving(hit) || h.up(hit, '[aria-busy=true],[role=progressbar]') !== null;
    }
    return result;
  };

  // mapOf gives the affine map from the frame's viewport to the root's.
  const mapOf = (doc, frame) => {
    const at = (x, y) => {
      const p = h.outward(frame, x, y);
      return h.toRoot(doc, p.x, p.y);
    };
    const o = at(0, 0), x = at(1, 0), y = at(0, 1);
    return { a: x.x - o.x, b: x.y - o.y, c: y.x - o.x, d: y.y - o.y, x: o.x, y: o.y };
  };

  // centre scrolls all that is around an element, so that a point of its
  // document's viewport comes to the middle; what shows the point already is
  // left alone unless that is forced. It tells whether anything moved.
  const centre = (element, x, y, force) => {
    let moved = false;
    for (;;) {
      const doc = h.docOf(element);
      const view = h.windowOf(doc);
      for (let box = h.parentOf(element); box; box = h.parentOf(box)) {
        const root = box === h.scrollerOf(doc);
        const style = getComputedStyle(box);
        if (!root && !/auto|scroll|hidden/.test(style.overflowX + style.overflowY)) continue;
        const room = root ? { left: 0, top: 0, right: view.innerWidth, bottom: view.innerHeight } : h.rect(box);
        const before = h.rect(element);
        h.scrollBy(box, { left: off(x, room.left, room.right, force), top: off(y, room.top, room.bottom, force), behavior: 'instant' });
        const now = h.rect(element);
        x += now.left - before.left;
        y += now.top - before.top;
        moved = moved || now.left !== before.left || now.top !== before.top;
      }
      if (doc === document) return moved;
      element = h.ownerOf(doc);
      ({ x, y } = h.outward(h.frameIn(element), x, y));
    }
  };
  const off = (n, from, to, force) => !force && n >= from + 1 && n < to - 1 ? 0 : n - (from + to) / 2;

  // settle waits two frames after a scroll, and on until the frame stands still,
  // for half a second at most.
  const settle = async (id, began) => {
    let before = null;
    do {
      await h.frame();
      await h.frame();
      const element = h.elementOf(id);
      const now = element && h.alive(element) ? h.rootBox(element) : null;
      if (!now || before && Math.abs(now.left - before.left) <= 0.5 && Math.abs(now.top - before.top) <= 0.5) return;
      before = now;
    } while (performance.now() - began < 500);
  };

  // aside tells of the page what only the worlds around a frame can tell after
  // an action in it. Where owner armed the guard it ends that, when the page has
  // handled the input.
  h.aside = async guarded => {
    if (guarded) {
      await h.frame();
      await h.task();
    }
    const guard = guarded ? h.disarm() : null;
    return { url: h.topAddress(), title: h.pageTitle(), missed: guard ? guard.missed : undefined };
  };
}
