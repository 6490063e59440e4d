// Sight: what somebody who looks at a picture of the page sees of elements, for
// the marks that are drawn around them. Nothing is scrolled or waited for.
h => {
  'use strict';

  const most = 4000; // elements in one call
  const mostTexts = 8;

  // sight gives for each of q.ids what is seen of it: a state, the box that its
  // mark goes around and where its words are, in the root's viewport. With
  // q.whole the edge of the viewport does not matter.
  h.sight = q => {
    if (q.table !== h.nonce) return { outcome: 'document', url: h.topAddress(), title: h.pageTitle() };
    const result = { outcome: 'ok', url: h.topAddress(), title: h.pageTitle(), view: viewNow(), things: [] };
    h.beginRead();
    try {
      result.attention = attention();
      for (const id of q.ids.slice(0, most)) result.things.push(seen(id, q.whole));
    } finally {
      h.endRead();
    }
    return result;
  };

  const viewNow = () => {
    const root = h.scrollerOf(document) || h.rootOf(document);
    const visual = window.visualViewport;
    return {
      scrollX, scrollY, width: innerWidth, height: innerHeight, ratio: devicePixelRatio,
      zoom: visual ? visual.scale : 1, left: visual ? visual.offsetLeft : 0, top: visual ? visual.offsetTop : 0,
      pageWidth: root ? root.scrollWidth : innerWidth, pageHeight: root ? root.scrollHeight : innerHeight,
      hidden: h.isHidden(),
    };
  };

  // attention gives the box of what the user is busy with: the modal dialog that
  // is open, or what has the focus.
  const attention = () => {
    const busy = h.modalOf(document) || h.focusedOf(document);
    const box = busy && h.tag(busy) !== 'body' ? h.rootBox(busy) : null;
    return box ? wire(box) : undefined;
  };

  const wire = box => ({ x: box.left, y: box.top, width: box.right - box.left, height: box.bottom - box.top });

  const seen = (id, whole) => {
    const element = h.elementOf(id);
    if (!element || !h.alive(element)) return { state: 'gone' };
    const { identity } = h.now(element);
    const result = { state: 'hidden', identity };
    for (const { element: target, boxes } of h.targetsOf(element, true)) {
      const found = look(element, target, boxes, whole);
      if (found.box || result.state === 'hidden') {
        result.state = found.state;
        result.box = found.box ? wire(found.box) : undefined;
        result.text = found.box ? textsOf(target) : undefined;
      }
      if (found.state === 'ok') break;
    }
    return result;
  };

  // look finds the box for the mark: all that can be seen, when a pointer in the
  // middle of it reaches the element; else one of its lines, or a part that
  // nothing lies upon.
  const look = (element, target, boxes, whole) => {
    const doc = h.docOf(target);
    const [all] = h.look(target, [h.around(boxes)], whole).parts;
    const lines = h.look(target, boxes, whole).parts;
    if (!all || lines.length === 0) return { state: 'out_of_view', box: null };
    const places = [all, ...boxes.length > 1 ? lines : []].map(part => h.toRootBox(doc, part));
    for (const place of places) if (reached(element, place, whole)) return { state: 'ok', box: place };
    for (const place of places.slice(boxes.length > 1 ? 1 : 0)) {
      for (const cut of cuts) {
        const part = within(place, cut);
        if (reached(element, part, whole)) return { state: 'ok', box: part };
      }
    }
    return { state: 'occluded', box: places[0] };
  };

  // Parts of a box: left, top, right and bottom, the larger ones first.
  const cuts = [
    [0, 0, 1, 0.5], [0, 0.5, 1, 1], [0, 0, 0.5, 1], [0.5, 0, 1, 1],
    [0, 0, 1, 0.25], [0, 0.75, 1, 1], [0, 0, 0.25, 1], [0.75, 0, 1, 1],
    [0, 0, 0.5, 0.5], [0.5, 0, 1, 0.5], [0, 0.5, 0.5, 1], [0.5, 0.5, 1, 1],
  ];
  const within = (box, [left, top, right, bottom]) => {
    const wide = box.right - box.left;
    const high = box.bottom - box.top;
    return {
      left: box.left + wide * left, top: box.top + high * top,
      right: box.left + wide * right, bottom: box.top + high * bottom,
    };
  };

  // reached tells whether a pointer in the middle of a box reaches the element
  // or something in it. Beyond the viewport nobody can tell what lies upon what.
  const reached = (element, box, whole) => {
    const x = (box.left + box.right) / 2;
    const y = (box.top + box.bottom) / 2;
    if (whole && (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight)) return true;
    const hit = h.hitAt(x, y);
    return hit !== null && h.relation(hit, element).kind !== '';
  };

  // textsOf gives where the words of an element are; undefined when it has none
  // of its own, as a field.
  const textsOf = element => {
    const doc = h.docOf(element);
    const boxes = h.innerBoxesOf(element).map(box => h.toRootBox(doc, box));
    if (boxes.length === 0) return undefined;
    return (boxes.length <= mostTexts ? boxes : [h.around(boxes)]).map(wire);
  };
}
