// Places: what the walk knows of where it is. Boxes of rows are in the top
// viewport, whatever frame an element is in.
h => {
  'use strict';

  const S = h.STATE;
  const R = h.rows;

  // w is the state of a walk.
  const w = {
    map: null, // x, y, sx, sy: from the document's viewport to the top one
    clip: null, // left, top, right, bottom in the top viewport: what can be seen
    page: null, // left, top, right in its own viewport: where scrolling gets
    range: null, // of the current document
    frame: 0, // its index
    frames: [],
    depth: 0, // of the next row
    nesting: 0, // of elements
    like: 0, // of how many like boxes the innermost list around is made
    limit: 0, // of rows
    clipped: 0, // elements left out
    foreign: false, // in a tree with style sheets of its own
    silent: false, // no style sheet of the current document adds text
    active: null, // the focused element of the current tree
    named: null, // an element that a child of its own gives the name
    layer: null, // what covers most of the viewport
    layerRow: -1, // its row or the first one in it
    layerRows: 0, // how many there are
    proxied: new Set(), // unseen controls that stand where their label is
    wrappers: new Set(), // what listens only for what happens in it
    kept: null, // identities of the current document that still hold (kept.js)
  };
  h.w = w;

  // What holds for a subtree.
  h.MODE = {
    COVERED: 1, // its text is in the name of a row above
    MUTE: 2, // aria-hidden: only what can be operated counts
    INERT: 4,
    CLIPPED: 8, // shown through a box without an inside
    FAINT: 16, // fully transparent
  };

  w.add = role => R.add(w.depth, role, w.frame);

  // unreachable tells boxes that no scrolling brings into view.
  w.unreachable = box => {
    const page = w.page;
    return box.right <= page.left || box.bottom <= page.top || box.left >= page.right;
  };

  // place writes a box of the current document into a row.
  w.place = (i, box) => {
    const { map, clip } = w;
    const x = map.x + box.left * map.sx;
    const y = map.y + box.top * map.sy;
    const wide = box.width * map.sx;
    const high = box.height * map.sy;
    R.setBox(i, x, y, wide, high);
    if (x >= clip.right || y >= clip.bottom || x + wide <= clip.left || y + high <= clip.top) R.setState(i, S.Offscreen);
  };

  // narrow notes that an element cuts off what leaves its box, and gives the
  // mode for what is inside.
  w.narrow = (box, mode) => {
    if (box.width <= 1 || box.height <= 1) return mode | h.MODE.CLIPPED;
    const { map, clip } = w;
    const left = map.x + box.left * map.sx;
    const top = map.y + box.top * map.sy;
    w.clip = {
      left: Math.max(clip.left, left),
      top: Math.max(clip.top, top),
      right: Math.min(clip.right, left + box.width * map.sx),
      bottom: Math.min(clip.bottom, top + box.height * map.sy),
    };
    return mode;
  };

  // Inside of a scroll container everything can be scrolled into view.
  w.everywhere = { left: -Infinity, top: -Infinity, right: Infinity };
}
