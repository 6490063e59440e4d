// Adoption: elements that another source found, the accessibility tree, come
// into the table and are described as the gate will see them.
h => {
  'use strict';

  const S = h.STATE;
  const T = h.TAG;
  const R = h.rows;
  const w = h.w;

  // offered are what may be operable by its markup, and frames.
  const offered = h.controls + ',' + h.clues + ',area[href],option,audio,video,canvas,iframe,frame,object,dialog';
  const { WHY } = h;
  const { querySelectorAll } = Element.prototype;

  // thing tells whether an element is a thing to act on: what the walk would
  // make an operable row of, but for what only its rows can tell.
  const thing = (element, role) => {
    const why = h.reasonFor(element);
    switch (why) {
      case WHY.nothing: return false;
      case WHY.focus: case WHY.handler: case WHY.cursor: case WHY.listener: case WHY.aim: break;
      default: return true;
    }
    if (h.widgets.has(role)) return true;
    // A label acts through its control.
    if (h.tag(element) === 'label' && element.control) return false;
    // Below a control, hands are inherited.
    if (why === WHY.cursor && h.up(element, h.controls) !== null) return false;
    return h.firstElement(element) === null || querySelectorAll.call(element, h.controls).length <= 1;
  };

  // scrolls gives how far an element can be scrolled, '' when it cannot.
  const scrolls = (element, tag) => {
    return h.tagBits(tag) & (T.ROOT | T.FIELD) ? '' : h.scrollNote(element, h.styleOf(element));
  };

  let offer = [];
  let offers = 0; // how often one was made

  // Other parts of the browser do not know an inline element that a hand alone
  // makes a thing, so it is recognised by its texts: so many at most.
  const mostTexts = 20;

  // offer gives the documents that scripts reach, the elements that may be
  // operable, those that show frames and some texts, to be taken by their place
  // in the list. The string before them holds the table's nonce, the number of
  // the offer, and a sign of each: d for a document, o for what is operable and
  // n for what is not, r for a frame that scripts reach and x for one that they
  // do not, t for a text in the element before.
  h.offer = () => {
    offer = [];
    const signs = [];
    const add = (node, sign) => {
      offer.push(node);
      signs.push(sign);
    };
    h.beginRead();
    try {
      for (const doc of h.documents()) add(doc, 'd');
      for (const root of h.roots()) {
        for (const element of h.all(root, '*')) {
          const tag = h.tag(element);
          const marked = h.is(element, offered);
          if (marked && h.tagBits(tag) & T.FRAME && h.role(element) === 'iframe') {
            add(element, h.contentOf(element) === null ? 'x' : 'r');
          } else if (thing(element, h.role(element)) || scrolls(element, tag) !== '') {
            add(element, 'o');
            if (!marked && h.styleOf(element).display === 'inline') addTexts(element, add);
          } else if (marked) {
            add(element, 'n');
          }
        }
      }
    } finally {
      h.endRead();
    }
    return [`${h.nonce} ${++offers} ${signs.join('')}`, ...offer];
  };

  const addTexts = (element, add) => {
    const walker = h.walkerIn(h.docOf(element), element, NodeFilter.SHOW_TEXT);
    for (let node, n = 0; n < mostTexts && (node = walker.nextNode()); n++) add(node, 't');
  };

  // take adds nodes that are handed in to the offer.
  h.take = nodes => {
    for (const node of nodes) {
      const usable = node && h.kind(node) === 1 && h.alive(node) && !h.builtIn(node);
      if (usable) h.openAround(node);
      offer.push(usable ? node : null);
    }
    return String(offer.length);
  };

  // spaceOf gives what the walk would know of a document: which frame it is,
  // and where that lies.
  const spaceOf = (doc, known) => {
    let space = known.get(doc);
    if (space !== undefined) return space;
    h.seen(doc);
    if (doc === document) {
      space = { map: { x: 0, y: 0, sx: 1, sy: 1 }, clip: { left: 0, top: 0, right: innerWidth, bottom: innerHeight }, frame: 0, page: h.reach(doc) };
    } else {
      const owner = h.ownerOf(doc);
      Object.assign(w, spaceOf(h.docOf(owner), known));
      w.enterFrame(owner, h.rect(owner), doc, w.frames.length);
      w.frames.push({ owner: -1, url: h.urlOf(doc), base: h.baseOf(doc), unread: '' });
      space = { map: w.map, clip: w.clip, frame: w.frame, page: h.reach(doc) };
    }
    known.set(doc, space);
    return space;
  };

  // placed puts an element where the walk would, if somebody can get at it.
  const placed = (i, element, tag) => {
    const field = (h.tagBits(tag) & T.FIELD) !== 0;
    if (!h.shown(element) && !field) return;
    if (!field && !h.opaque(element) && h.styleOf(element).pointerEvents === 'none') return;
    const box = h.rect(element);
    const thin = box.width <= 1 || box.height <= 1;
    const stand = thin ? h.standIn(element, tag, field) : box;
    if (stand !== null && (!w.unreachable(stand) || inScroller(element))) w.place(i, stand);
  };

  // In a scroll container everything can be brought into view.
  const inScroller = element => {
    for (let e = h.parentOf(element); e; e = h.parentOf(e)) {
      const { overflowX, overflowY } = h.styleOf(e);
      if (!(h.tagBits(h.tag(e)) & T.ROOT) && /auto|scroll/.test(overflowX + overflowY)) return true;
    }
    return false;
  };

  // frameRow tells where the frame that an element shows lies, and whether
  // scripts reach into it.
  const frameRow = (i, element) => {
    const doc = h.contentOf(element);
    const entry = doc !== null
      ? { owner: i, url: h.urlOf(doc), base: h.baseOf(doc), unread: '' }
      : { owner: i, url: h.cut(element.src || element.data || '', 2000), base: '', unread: 'cross-origin' };
    h.placeFrame(entry, element, h.rect(element), w);
    w.frames.push(entry);
  };

  const row = (element, known) => {
    const doc = h.docOf(element);
    Object.assign(w, spaceOf(doc, known));
    const tag = h.tag(element);
    const role = h.role(element);
    const i = w.add(role);
    if (h.tagBits(tag) & T.FRAME && role === 'iframe') {
      R.setElement(i, h.idOf(element), 0);
      placed(i, element, tag);
      frameRow(i, element);
      return;
    }
    const name = h.name(element, role);
    const cut = h.nameCut;
    R.setElement(i, h.idOf(element), h.publish(element, role, name));
    let flags = h.states(element, role);
    if (name !== '') {
      R.setName(i, name);
      if (cut) flags |= S.Truncated;
    }
    const scroll = scrolls(element, tag);
    const acts = thing(element, role);
    if (scroll !== '') {
      R.setNote(i, scroll);
      flags |= S.Operable | S.Scrollable;
    }
    if (acts) {
      flags |= S.Operable;
      // What a dialog holds says what it is.
      if (name === '' && role !== 'dialog' && role !== 'alertdialog') {
        const hint = h.hint(element, tag, role);
        if (hint !== '') {
          R.setName(i, hint);
          flags |= S.Hinted;
        }
      }
    }
    if (h.up(element, '[inert]')) flags |= S.Blocked;
    const value = h.valueOf(element, role);
    if (value !== null && value.protected) flags |= S.Protected;
    else if (value !== null) {
      R.setValue(i, value.value);
      flags |= S.HasValue;
    }
    if (tag === 'a' || tag === 'area') {
      const href = h.address(element);
      if (href !== '') R.setHref(i, href);
    }
    const note = h.note(element, tag);
    if (note !== '' && scroll === '') R.setNote(i, note);
    R.setState(i, flags);
    placed(i, element, tag);
  };

  // adopted describes elements of an offer, one row each: those at the places
  // of q.places. It ends the offer.
  h.adopted = q => {
    h.beginRead();
    try {
      R.begin();
      w.frames = [{ owner: -1, url: h.urlOf(document), base: h.baseOf(document), unread: '' }];
      w.depth = w.frame = 0;
      const known = new Map();
      const list = q.offer === offers ? offer : [];
      for (const place of q.places) {
        const element = list[place];
        if (element && h.kind(element) === 1 && h.alive(element)) row(element, known);
        else {
          w.frame = 0;
          w.add('');
        }
      }
      const packed = R.pack();
      const layer = h.layerOf();
      if (layer) packed.overlay = { node: firstIn(layer, q.places, list), name: h.cut(h.contentText(layer, 80), 80) };
      packed.title = h.limited(h.titleOf(document), 500);
      packed.width = innerWidth;
      packed.height = innerHeight;
      packed.frames = w.frames;
      packed.nonce = h.nonce;
      packed.held = h.tableSize();
      packed.last = h.lastId();
      return packed;
    } finally {
      offer = [];
      R.end();
      h.prune();
      h.endRead();
    }
  };

  // firstIn gives the row of the first element in a layer, -1 for none.
  const firstIn = (layer, places, list) => places.findIndex(place => {
    for (let e = list[place]; e; e = h.parentOf(e)) if (e === layer) return true;
    return false;
  });
}
