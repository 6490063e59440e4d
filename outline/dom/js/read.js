// The read: all documents that scripts reach from the world's own.
h => {
  'use strict';

  const S = h.STATE;
  const R = h.rows;
  const w = h.w;
  const { MUTE, INERT, CLIPPED } = h.MODE;

  const mostFrames = 200;
  const { elementFromPoint } = Document.prototype;

  // frameElement makes the row of a frame and of what is in it.
  w.frameElement = (element, mode) => {
    w.breakLine();
    const box = h.rect(element);
    if (mode & CLIPPED || element.clientWidth <= 2 || element.clientHeight <= 2 || w.unreachable(box)) return;
    const i = w.add('iframe');
    const name = h.accessibleName(element, 'iframe');
    if (name !== '') R.setName(i, name);
    if (mode & INERT) R.setState(i, S.Blocked);
    w.place(i, box);
    const number = w.frames.length;
    const entry = { owner: i, url: '', base: '', unread: '' };
    w.frames.push(entry);
    const doc = h.contentOf(element);
    if (doc === null) {
      R.setElement(i, h.idOf(element), 0); // which frame that is, the protocol tells
      entry.unread = 'cross-origin';
      entry.url = h.cut(element.src || element.data || '', 2000);
      h.placeFrame(entry, element, box, w);
      return;
    }
    entry.url = h.urlOf(doc);
    const source = h.attr(element, 'src');
    if (entry.url === 'about:blank' && source && !/^\s*(about:|javascript:|$)/i.test(source) && !h.has(element, 'srcdoc')) {
      entry.unread = 'loading';
      return;
    }
    if (number >= mostFrames) {
      entry.unread = 'too many frames';
      return;
    }
    entry.base = h.baseOf(doc);
    const { map, clip, page, near, frame, range, depth, foreign, silent, like, active, covering, kept } = w;
    w.enterFrame(element, box, doc, number);
    w.depth++;
    w.covering = '';
    readDocument(doc, mode & (INERT | MUTE));
    Object.assign(w, { map, clip, page, near, frame, range, depth, foreign, silent, like, active, covering, kept });
    if (R.count() === i + 1 && name === '') {
      R.cut(i);
      w.frames.length = number;
    }
  };

  // enterFrame takes the walk to where a frame's document is shown.
  w.enterFrame = (element, box, doc, number) => {
    const { map, clip } = w;
    w.map = h.frameMap(element, box, map);
    const view = h.windowOf(doc);
    w.clip = {
      left: Math.max(clip.left, w.map.x),
      top: Math.max(clip.top, w.map.y),
      right: Math.min(clip.right, w.map.x + view.innerWidth * w.map.sx),
      bottom: Math.min(clip.bottom, w.map.y + view.innerHeight * w.map.sy),
    };
    w.frame = number;
  };

  w.enter = doc => {
    h.seen(doc);
    w.range = h.rangeIn(doc);
    w.page = h.reach(doc);
    w.foreign = false;
    w.like = 0;
    w.active = h.focusedOf(doc);
    w.kept = h.keptOf(doc);
    w.aim();
    h.enterSheets(doc);
  };

  const readDocument = (doc, mode) => {
    w.enter(doc);
    const root = h.rootOf(doc);
    if (root) w.visit(root, mode, 'auto');
    w.breakLine();
  };

  // read gives the columns of the page. options.rows bounds the rows. Of a part
  // of the page, options.root is the element to begin at and options.near the
  // rectangle that matters; options.view makes that what the window shows.
  h.read = options => {
    h.beginRead();
    try {
      const { root } = options;
      const near = options.near || options.view || null;
      const anchor = root ? h.anchor(root) : null;
      if (anchor && anchor.refused) return { nonce: h.nonce, refused: anchor.refused };
      R.begin();
      w.beginText();
      h.beginSuspects();
      w.frames = [{ owner: -1, url: h.urlOf(document), base: h.baseOf(document), unread: '' }];
      w.depth = w.nesting = w.frame = w.clipped = 0;
      w.proxied = new Set();
      w.wrappers = new Set();
      w.limit = options.rows || 200000;
      w.running = options.running === true;
      w.map = { x: 0, y: 0, sx: 1, sy: 1 };
      w.clip = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
      w.layer = root || near ? null : h.layerOf();
      w.layerRow = -1;
      w.want(near === true ? w.clip : near);
      if (anchor) {
        const mode = w.approach(anchor.element);
        if (mode >= 0) w.visit(anchor.element, mode, 'auto');
        w.breakLine();
      } else {
        readDocument(document, 0);
      }
      block();
      if (root || near) w.blockRest(anchor && anchor.element);
      const packed = R.pack();
      if (w.layer) {
        packed.overlay = { node: w.layerRow, rows: w.layerRow < 0 ? 0 : w.layerRows, name: w.layerRow < 0 ? h.cut(h.contentText(w.layer, 80), 80) : '' };
      }
      packed.title = h.limited(h.titleOf(document), 500);
      packed.width = innerWidth;
      packed.height = innerHeight;
      packed.frames = w.frames;
      packed.clipped = w.clipped;
      packed.suspects = h.suspectCount();
      packed.nonce = h.nonce;
      packed.held = h.tableSize();
      packed.last = h.lastId();
      return packed;
    } finally {
      w.range = w.active = w.named = w.kept = null;
      w.proxied = new Set();
      w.wrappers = new Set();
      w.layer = null;
      w.running = false;
      w.want(null);
      w.endText();
      R.end();
      h.prune();
      h.endRead();
    }
  };

  // layerOf gives what lies over the middle of the viewport and covers most of
  // it: fixed, or absolute with a z-index.
  h.layerOf = () => {
    for (let e = elementFromPoint.call(document, innerWidth / 2, innerHeight / 2); e; e = h.parentOf(e)) {
      const style = h.styleOf(e);
      if (style.position !== 'fixed' && !(style.position === 'absolute' && style.zIndex !== 'auto')) continue;
      const box = h.rect(e);
      const wide = Math.min(box.right, innerWidth) - Math.max(box.left, 0);
      const high = Math.min(box.bottom, innerHeight) - Math.max(box.top, 0);
      if (wide > 0 && high > 0 && wide * high >= 0.6 * innerWidth * innerHeight) return e;
    }
    return null;
  };

  // block marks what is behind an open modal dialog: all rows outside of the
  // last one, in its own document and what that holds.
  const block = () => {
    const n = R.count();
    for (let i = n - 1; i >= 0; i--) {
      if (!(R.stateOf(i) & S.Modal) || R.stateOf(i) & (S.Offscreen | S.Blocked)) continue;
      const end = endOf(i, n);
      let first = 0;
      let last = n;
      if (R.frameOf(i) > 0) {
        const owner = w.frames[R.frameOf(i)].owner;
        first = owner + 1;
        last = endOf(owner, n);
      }
      // What the dialog stands in is not behind it.
      let depth = R.depthOf(i);
      for (let k = i - 1; k >= first; k--) {
        if (R.depthOf(k) < depth) depth = R.depthOf(k);
        else R.setState(k, S.Blocked);
      }
      for (let k = end; k < last; k++) R.setState(k, S.Blocked);
      return;
    }
  };
  const endOf = (i, n) => {
    let end = i + 1;
    while (end < n && R.depthOf(end) > R.depthOf(i)) end++;
    return end;
  };
}
