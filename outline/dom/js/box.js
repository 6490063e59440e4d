// Boxes: where elements are, how much of them can be seen, and how points of
// inner frames translate to the viewport of the world's own frame (the root).
h => {
  'use strict';

  const { getClientRects } = Element.prototype;

  // An element has a few boxes, or many lines of text; more are not looked at.
  const limit = 40;

  const boxOf = rect => ({ left: rect.left, top: rect.top, right: rect.right, bottom: rect.bottom });
  const solid = box => box.right - box.left > 0 && box.bottom - box.top > 0;
  const meet = (a, b) => ({
    left: Math.max(a.left, b.left), top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right), bottom: Math.min(a.bottom, b.bottom),
  });
  const around = boxes => boxes.reduce((a, b) => ({
    left: Math.min(a.left, b.left), top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right), bottom: Math.max(a.bottom, b.bottom),
  }));

  // around gives the rectangle around boxes, null when there are none.
  h.around = boxes => {
    if (boxes.length === 0) return null;
    const { left, top, right, bottom } = around(boxes);
    return { left, top, right, bottom, width: right - left, height: bottom - top };
  };

  // boxesOf gives the boxes of an element in its own viewport: one for each
  // line that an inline element takes part in; those of its content where the
  // element has none of its own (display: contents, a link around a float).
  h.boxesOf = element => {
    if (h.tag(element) === 'area') return areaBox(element);
    const boxes = [];
    for (const rect of getClientRects.call(element)) {
      if (boxes.length < limit && rect.width > 0 && rect.height > 0) boxes.push(boxOf(rect));
    }
    if (boxes.length > 0) return boxes;
    const stroked = h.strokedBox(element);
    return stroked !== null ? [boxOf(stroked)] : h.innerBoxesOf(element);
  };

  // strokedBox gives the box of a shape that is all stroke, such as a line that
  // runs straight: the browser's own has no height then. null for others.
  h.strokedBox = element => {
    if (!strokes.has(h.tag(element)) || !element.ownerSVGElement) return null;
    const style = getComputedStyle(element);
    const wide = style.stroke === 'none' ? 0 : parseFloat(style.strokeWidth) || 0;
    const box = h.rect(element);
    if (wide <= 1 || box.width + box.height === 0) return null;
    const x = Math.max(0, wide - box.width) / 2;
    const y = Math.max(0, wide - box.height) / 2;
    return h.around([{ left: box.left - x, top: box.top - y, right: box.right + x, bottom: box.bottom + y }]);
  };
  const strokes = new Set(['line', 'path', 'polyline']);

  // innerBoxesOf gives the boxes of what is inside of an element.
  h.innerBoxesOf = element => {
    const boxes = [];
    const visit = node => {
      for (; node && boxes.length < limit; node = h.next(node)) one(node);
    };
    const one = node => {
      const kind = h.kind(node);
      if (kind === 3) {
        const range = h.rangeIn(h.docOf(node));
        range.selectNodeContents(node);
        for (const rect of range.getClientRects()) {
          if (boxes.length < limit && rect.width > 0 && rect.height > 0) boxes.push(boxOf(rect));
        }
        return;
      }
      if (kind !== 1 || !h.shown(node)) return;
      const before = boxes.length;
      for (const rect of getClientRects.call(node)) {
        if (boxes.length < limit && rect.width > 0 && rect.height > 0) boxes.push(boxOf(rect));
      }
      if (boxes.length === before) inside(node);
    };
    const inside = e => {
      const root = h.shadowOf(e);
      if (!root && h.tag(e) === 'slot') {
        for (const node of h.assigned(e)) if (boxes.length < limit) one(node);
      }
      visit(h.first(root || e));
    };
    inside(element);
    return boxes;
  };

  // areaBox gives the middle part of an area of an image map.
  const areaBox = area => {
    const image = h.imageOf(area);
    if (!image) return [];
    const frame = h.rect(image);
    const numbers = (h.attr(area, 'coords') || '').split(/[\s,;]+/).map(Number).filter(n => !Number.isNaN(n));
    let box;
    switch ((h.attr(area, 'shape') || 'rect').toLowerCase()) {
      case 'default': return [boxOf(frame)];
      case 'circle': case 'circ': {
        const [x, y, r] = numbers;
        box = { left: x - r * 0.7, top: y - r * 0.7, right: x + r * 0.7, bottom: y + r * 0.7 };
        break;
      }
      default: {
        const xs = numbers.filter((_, i) => i % 2 === 0);
        const ys = numbers.filter((_, i) => i % 2 === 1);
        box = { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
      }
    }
    const style = getComputedStyle(image);
    const x = frame.left + (parseFloat(style.borderLeftWidth) || 0) + (parseFloat(style.paddingLeft) || 0);
    const y = frame.top + (parseFloat(style.borderTopWidth) || 0) + (parseFloat(style.paddingTop) || 0);
    box = { left: x + box.left, top: y + box.top, right: x + box.right, bottom: y + box.bottom };
    return solid(box) ? [box] : [];
  };

  // frameOf tells how the viewport of a document lies in the viewport of the
  // document around it: outer = origin + matrix · inner. null for the root.
  const frameOf = doc => {
    const owner = doc === document ? null : h.ownerOf(doc);
    return owner ? h.frameIn(owner) : null;
  };

  // frameIn tells the same of the element that shows a frame, which may be
  // another origin's.
  h.frameIn = owner => {
    const style = getComputedStyle(owner);
    // The content begins inside of border and padding; these are in the
    // owner's own pixels, which its zoom and its transforms scale.
    const x = (parseFloat(style.borderLeftWidth) || 0) + (parseFloat(style.paddingLeft) || 0);
    const y = (parseFloat(style.borderTopWidth) || 0) + (parseFloat(style.paddingTop) || 0);
    const rect = h.rect(owner);
    const zoom = h.zoomOf(owner);
    const matrix = linearOf(owner);
    const a = matrix.a * zoom, b = matrix.b * zoom, c = matrix.c * zoom, d = matrix.d * zoom;
    let left, top;
    if (matrix.plain) {
      left = rect.left + a * x;
      top = rect.top + d * y;
    } else {
      // An affine map takes the middle of the box to the middle of its image,
      // and that is the middle of the rectangle around the image.
      const dx = x - h.offsetWidth(owner) / 2;
      const dy = y - h.offsetHeight(owner) / 2;
      left = rect.left + rect.width / 2 + a * dx + c * dy;
      top = rect.top + rect.height / 2 + b * dx + d * dy;
    }
    return { owner, a, b, c, d, left, top };
  };

  // linearOf multiplies the transforms of an element and all around it, without
  // their translations.
  const linearOf = element => {
    let all = null;
    for (let e = element; e; e = h.parentOf(e)) {
      const style = getComputedStyle(e);
      if (style.transform !== 'none') all = times(new DOMMatrixReadOnly(style.transform), all);
      if (style.scale !== 'none') all = times(parsed('scale', style.scale.split(' ').slice(0, 2).join()), all);
      if (style.rotate !== 'none') all = times(parsed('rotate', style.rotate), all);
    }
    return all ? { a: all.a, b: all.b, c: all.c, d: all.d, plain: false } : { a: 1, b: 0, c: 0, d: 1, plain: true };
  };
  const times = (outer, inner) => inner ? outer.multiply(inner) : outer;
  const parsed = (name, value) => {
    try {
      return new DOMMatrixReadOnly(`${name}(${value})`);
    } catch {
      return new DOMMatrixReadOnly(); // a turn in space
    }
  };

  const outward = (frame, x, y) => ({ x: frame.left + frame.a * x + frame.c * y, y: frame.top + frame.b * x + frame.d * y });
  const inward = (frame, x, y) => {
    const det = frame.a * frame.d - frame.b * frame.c;
    if (det === 0) return null;
    const dx = x - frame.left;
    const dy = y - frame.top;
    return { x: (frame.d * dx - frame.c * dy) / det, y: (frame.a * dy - frame.b * dx) / det };
  };

  h.outward = outward;

  // toRoot translates a point of a document's viewport to the root's.
  h.toRoot = (doc, x, y) => {
    let point = { x, y };
    for (let frame; (frame = frameOf(doc)); doc = h.docOf(frame.owner)) point = outward(frame, point.x, point.y);
    return point;
  };

  // toInner translates a point around a frame to the viewport of its document,
  // null when it lies outside of that.
  h.toInner = (doc, x, y) => {
    const frame = frameOf(doc);
    const point = frame && inward(frame, x, y);
    if (!point) return null;
    const view = h.windowOf(doc);
    return point.x >= 0 && point.y >= 0 && point.x < view.innerWidth && point.y < view.innerHeight ? point : null;
  };

  const corners = (box, map) => {
    const points = [map(box.left, box.top), map(box.right, box.top), map(box.left, box.bottom), map(box.right, box.bottom)];
    return {
      left: Math.min(...points.map(p => p.x)), top: Math.min(...points.map(p => p.y)),
      right: Math.max(...points.map(p => p.x)), bottom: Math.max(...points.map(p => p.y)),
    };
  };

  // toRootBox translates a box of a document's viewport to the rectangle around
  // it in the root's.
  h.toRootBox = (doc, box) => doc === document ? box : corners(box, (x, y) => h.toRoot(doc, x, y));

  // rootBox gives the rectangle around an element in the root's viewport, null
  // when it has no box.
  h.rootBox = element => {
    const boxes = h.boxesOf(element);
    if (boxes.length === 0) return null;
    return h.toRootBox(h.docOf(element), around(boxes));
  };

  const everywhere = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };

  // regionOf gives what can be seen of a document's viewport: of the root's all
  // of its page with whole.
  const regionOf = (doc, whole) => {
    const view = h.windowOf(doc);
    const all = { left: 0, top: 0, right: view.innerWidth, bottom: view.innerHeight };
    const frame = frameOf(doc);
    if (frame) {
      const outer = meet(boxOf(h.rect(frame.owner)), clipOf(frame.owner, whole));
      return solid(outer) ? meet(all, corners(outer, (x, y) => inward(frame, x, y) || { x: 0, y: 0 })) : outer;
    }
    if (whole) return everywhere;
    const visual = view.visualViewport;
    if (!visual || visual.scale === 1) return all;
    return meet(all, { left: visual.offsetLeft, top: visual.offsetTop, right: visual.offsetLeft + visual.width, bottom: visual.offsetTop + visual.height });
  };

  const clips = style => style.overflowX !== 'visible' || style.overflowY !== 'visible';
  // holdsFixed tells whether an element is the frame of reference of fixed and
  // absolute boxes in it.
  const holdsFixed = style => style.transform !== 'none' || style.perspective !== 'none' || style.filter !== 'none' ||
    style.backdropFilter !== 'none' && style.backdropFilter !== undefined || style.scale !== 'none' || style.rotate !== 'none' ||
    style.translate !== 'none' || /paint|layout|strict|content/.test(style.contain) || /transform|filter|perspective/.test(style.willChange);

  // clipOf gives the part of the viewport in which an element could be seen:
  // what the scroll containers and other clipping boxes around it leave.
  const clipOf = (element, whole) => {
    const doc = h.docOf(element);
    let clip = regionOf(doc, whole);
    let { position } = getComputedStyle(element);
    for (let e = h.parentOf(element); e; e = h.parentOf(e)) {
      const tag = h.tag(e);
      if (tag === 'html') break;
      const style = getComputedStyle(e);
      if (style.display === 'contents') continue;
      const frame = holdsFixed(style);
      if (position === 'fixed' && !frame) continue;
      if (position === 'absolute' && style.position === 'static' && !frame) continue;
      // The body's overflow is the viewport's unless the root has its own.
      const viewport = tag === 'body' && !clips(getComputedStyle(h.rootOf(doc)));
      if (clips(style) && !viewport && style.display !== 'inline') {
        const box = h.rect(e);
        const zoom = h.zoomOf(e);
        clip = meet(clip, {
          left: box.left + (parseFloat(style.borderLeftWidth) || 0) * zoom,
          top: box.top + (parseFloat(style.borderTopWidth) || 0) * zoom,
          right: box.right - (parseFloat(style.borderRightWidth) || 0) * zoom,
          bottom: box.bottom - (parseFloat(style.borderBottomWidth) || 0) * zoom,
        });
      }
      ({ position } = style);
    }
    return clip;
  };

  // enough tells whether so much of a box can be seen that there is no need to
  // scroll: all of it, or half of the view where it is larger than that.
  const enough = (box, seen, room) => {
    const fits = (size, part, space) => part >= Math.min(size, space) - 1 || size > space && part >= space / 2;
    return fits(box.right - box.left, seen.right - seen.left, room.right - room.left) &&
      fits(box.bottom - box.top, seen.bottom - seen.top, room.bottom - room.top);
  };

  // look gives the parts of boxes that can be seen, largest first, in the
  // element's own viewport, and whether one of them is seen well enough. With
  // whole the edge of the root's viewport does not matter.
  h.look = (element, boxes, whole = false) => {
    const clip = clipOf(element, whole);
    const room = regionOf(h.docOf(element));
    const parts = [];
    let well = false;
    for (const box of boxes) {
      const part = meet(box, clip);
      if (!solid(part)) continue;
      parts.push(part);
      well = well || enough(box, part, room);
    }
    const area = box => (box.right - box.left) * (box.bottom - box.top);
    parts.sort((a, b) => area(b) - area(a));
    return { parts, enough: well };
  };

  // inputPoint translates a point of the root's viewport to what input events
  // take: they count from the corner of the part that pinching leaves visible.
  h.inputPoint = (x, y) => {
    const visual = window.visualViewport;
    return visual ? { x: x - visual.offsetLeft, y: y - visual.offsetTop } : { x, y };
  };
}
