// The walk: one pass over the flat tree of a document, through open shadow
// roots and slots, that makes the rows.
h => {
  'use strict';

  const S = h.STATE;
  const T = h.TAG;
  const WHY = h.WHY;
  const R = h.rows;
  const w = h.w;
  const { COVERED, MUTE, INERT, CLIPPED, FAINT } = h.MODE;
  const { tagBits, special, plain, closed, titled } = h;
  const { matches, hasAttributes } = Element.prototype;
  const { getter } = h;
  const nodeType = getter(Node.prototype, 'nodeType');
  const firstChild = getter(Node.prototype, 'firstChild');
  const nextSibling = getter(Node.prototype, 'nextSibling');
  const localName = getter(Element.prototype, 'localName');

  // Nested elements; what is deeper is left out. A parser stops at 512, scripts
  // do not, and a script of ours runs out of stack at about 1,200.
  const deepest = 600;

  // Below a control of its own, hands and grips are its own too.
  const anyCursor = null;
  w.anyCursor = anyCursor;

  const visitAll = (node, mode, mute, cursor) => {
    for (; node; node = nextSibling.call(node)) {
      const kind = nodeType.call(node);
      if (kind === 1) visit(node, mode, cursor);
      else if (kind === 3 && !mute) w.say(node);
    }
  };

  // inside walks what is shown inside of an element. mute says that its own
  // text is not.
  const inside = (element, tag, mode, mute, cursor) => {
    const root = h.shadowOf(element);
    if (root !== null) {
      const outer = w.foreign;
      w.foreign = true;
      visitAll(firstChild.call(root), mode, mute, cursor);
      w.foreign = outer;
      return;
    }
    const first = firstChild.call(element);
    const bits = tagBits(tag);
    if (bits & (T.CUSTOM | T.HOST)) h.mayHide(element, bits, first);
    if (tag === 'slot') {
      const nodes = h.assigned(element);
      if (nodes.length > 0) {
        for (const node of nodes) {
          if (nodeType.call(node) === 1) visit(node, mode, cursor);
          else if (!mute) w.say(node);
        }
        return;
      }
    } else if (tag === 'details' && !element.open) {
      const summary = h.summaryOf(element);
      if (summary) visit(summary, mode, cursor);
      return;
    }
    visitAll(first, mode, mute, cursor);
  };
  w.inside = inside;

  // children walks the inside of an element that has a row.
  const children = (element, tag, mode, mute, cursor) => {
    w.depth++;
    inside(element, tag, mode, mute, cursor);
    w.breakLine();
    w.depth--;
  };
  w.children = children;

  const visit = (element, mode, cursorAbove) => {
    if (w.near !== null && w.outside(element)) return;
    if (element === w.layer && w.layerRow < 0) {
      w.breakLine();
      const first = R.count();
      w.layerRow = first;
      visit(element, mode, cursorAbove);
      w.breakLine();
      w.layerRows = R.count() - first;
      if (w.layerRows === 0) w.layerRow = -1;
      return;
    }
    const tag = localName.call(element);
    const bits = tagBits(tag);
    if (bits & (T.UNSEEN | T.BREAK | T.AREA)) {
      if (tag === 'br') w.newLine();
      else if (tag === 'area') w.area(element, mode);
      return;
    }
    const style = h.styleOf(element);
    const display = style.display;
    if (display === 'none') return;
    if (display === '') {
      h.unseen(element);
      return;
    }
    if (w.nesting > deepest || R.count() >= w.limit) {
      w.clipped++;
      return;
    }
    const visible = style.visibility === 'visible';
    const attributes = hasAttributes.call(element);
    const control = (bits & T.CONTROL) !== 0 && h.control(element, tag);
    let noted = false;
    if (attributes) {
      noted = matches.call(element, special);
      if (noted) {
        if (h.attr(element, 'aria-hidden') === 'true') mode |= MUTE;
        if (h.has(element, 'inert')) mode |= INERT;
      }
      // No rule makes things transparent that has nothing to hold on to. A
      // control is a row all the same, and its text is its name.
      if (!control && style.opacity === '0') mode |= FAINT;
      if (!(bits & T.INLINE) && style.contentVisibility === 'hidden') return;
      if (mode & CLIPPED && style.position === 'fixed') mode &= ~CLIPPED;
    }
    if (bits & T.NAMES && w.named !== null && h.parent(element) === w.named) mode |= COVERED;
    const mute = !visible || (mode & (COVERED | MUTE | CLIPPED | FAINT)) !== 0;
    if (tag === 'label' && visible && w.label(element, mode, style)) return;

    let cursor = cursorAbove;
    let why = control ? WHY.control : noted ? h.reason(element, tag) : WHY.nothing;
    const idle = why === WHY.nothing || why === WHY.aim;
    if (why !== WHY.control && cursorAbove !== anyCursor && (idle || !(bits & T.PASSES))) {
      // Whatever makes it a thing, those inside inherit the hand over it.
      cursor = style.cursor;
      if (idle && cursor !== cursorAbove && !(bits & T.PASSES) && h.inviting(cursor)) why = WHY.cursor;
    }
    if (idle && h.listens(element)) {
      h.delegate(element, tag);
      if (why !== WHY.cursor && (!(bits & T.PASSES) || tag === 'form')) why = WHY.listener;
    }
    if (bits & T.PASSES && !(bits & T.ROOT) && cursor !== anyCursor) cursor = 'auto';

    const role = noted ? h.role(element) : h.nativeRole(element, tag);
    w.nesting++;
    let aimed = false;
    if (why === WHY.aim) {
      // Of what a name above says nothing is aimed at; structure stays what it is.
      aimed = visible && !(mode & COVERED) && !plain.has(role) && !h.loose.has(role);
      if (aimed || mode & COVERED || bits & T.PASSES) why = WHY.nothing;
    }
    if ((why === WHY.focus || why === WHY.aim) && h.justScrolls(element, role, style)) why = WHY.nothing;
    if (why !== WHY.nothing && visible && w.operable(element, tag, role, why, mode, style, display, cursor)) {
      // The row is made.
    } else if (bits & T.FRAME && role === 'iframe') {
      w.frameElement(element, mode);
    } else if (mode & (COVERED | MUTE) || plain.has(role) && !noted && !(bits & T.NAMED)) {
      transparent(element, tag, bits, mode, mute, style, display, cursor);
    } else {
      structure(element, tag, bits, role, mode, mute, style, display, cursor, noted, aimed);
    }
    w.nesting--;
  };
  w.visit = visit;

  // transparent walks an element that makes no row.
  const transparent = (element, tag, bits, mode, mute, style, display, cursor) => {
    if (bits & T.INLINE) {
      if (display === 'inline' || display === 'contents') {
        // Text of no size is a way to hide orders.
        if (!mute && hasAttributes.call(element) && style.fontSize === '0px') mute = true;
        inside(element, tag, mode, mute, cursor);
        return;
      }
      if (display.startsWith('inline')) {
        w.space();
        inside(element, tag, mode, mute, cursor);
        w.space();
        return;
      }
    }
    w.breakLine();
    const like = w.running ? 0 : likeBoxes(element, tag);
    if (like >= w.like && like > 0) {
      const outer = w.like;
      const first = R.count();
      w.like = like;
      openly(element, tag, bits, mode, mute, style, cursor);
      w.like = outer;
      if (R.count() > first) R.setFlow(first, BEGINS);
    } else {
      openly(element, tag, bits, mode, mute, style, cursor);
    }
  };
  const BEGINS = 3; // outline.Begins

  const openly = (element, tag, bits, mode, mute, style, cursor) => {
    if (!hasAttributes.call(element) || style.overflowY === 'visible' || bits & T.ROOT) {
      inside(element, tag, mode, mute, cursor);
      w.breakLine();
      return;
    }
    const { clip, page } = w;
    const note = scrolls(element, style, mode);
    const box = h.rect(element);
    mode = w.narrow(box, mode);
    mute = mute || (mode & CLIPPED) !== 0;
    if (note !== '') {
      const role = 'generic';
      const i = w.add(role);
      scroller(i, element, role, h.accessibleName(element, role), mode, note, box);
      children(element, tag, mode, mute, cursor);
    } else {
      inside(element, tag, mode, mute, cursor);
      w.breakLine();
    }
    w.clip = clip;
    w.page = page;
  };

  // likeBoxes tells how many boxes like an element there are beside it: of its
  // tag, and of its class as far as that says what they are. Fewer than four are
  // no list, and smaller lists inside of a box of a larger one are its lines.
  const likeBoxes = (element, tag) => {
    const parent = h.parent(element);
    if (parent === null) return 0;
    let counts = boxes.get(parent);
    if (counts === undefined) boxes.set(parent, counts = countBoxes(parent));
    const n = counts === null ? 0 : counts.get(kindOf(element, tag));
    return n >= fewest ? n : 0;
  };
  const countBoxes = parent => {
    if (!(parent.childElementCount >= fewest)) return null;
    const counts = new Map();
    let most = 0;
    for (let e = h.first(parent); e; e = nextSibling.call(e)) {
      if (nodeType.call(e) !== 1) continue;
      const kind = kindOf(e, localName.call(e));
      const n = (counts.get(kind) || 0) + 1;
      counts.set(kind, n);
      if (n > most) most = n;
    }
    return most >= fewest ? counts : null;
  };
  const kindOf = (element, tag) => {
    const names = hasAttributes.call(element) ? h.attr(element, 'class') : null;
    return names ? `${tag}.${/\S*/.exec(names.trimStart())[0]}` : tag;
  };
  const fewest = 4;
  const boxes = new Map();
  h.onRead.push(() => boxes.clear());

  // scrolls gives how far a scroll container can be scrolled, '' for what is
  // none.
  const scrolls = (element, style, mode) => mode & (CLIPPED | FAINT) ? '' : h.scrollNote(element, style);

  // scroller makes a row that of a scroll container. It is operable: it is what
  // a scroll is aimed at.
  const scroller = (i, element, role, name, mode, note, box) => {
    R.setState(i, S.Operable | S.Scrollable | (mode & INERT ? S.Blocked : 0));
    R.setNote(i, note);
    // What can be operated, too, is known by what it holds.
    R.setElement(i, h.idOf(element), w.publish(element, role, h.operable(element) ? h.nameNow(element, role) : name));
    if (name !== '') R.setName(i, name);
    w.place(i, box);
    w.page = w.everywhere;
  };

  // structure makes the row of a role that is no control, when there is
  // something in it.
  const structure = (element, tag, bits, role, mode, mute, style, display, cursor, noted, aimed) => {
    let name = '';
    h.nameSource = h.FROM.nothing;
    h.nameCut = h.nameHolds = false;
    if (titled.has(role) || noted || bits & T.NAMED || role === 'img') name = h.accessibleName(element, role, !mute || (mode & COVERED) !== 0);
    let source = name === '' ? h.FROM.nothing : h.nameSource;
    if (source === h.FROM.content && !titled.has(role)) {
      // The parts of a grid show what they hold.
      name = '';
      source = h.FROM.nothing;
    }
    if (plain.has(role)) {
      if (source === h.FROM.nothing || source === h.FROM.title && role !== 'img') {
        transparent(element, tag, bits, mode, mute, style, display, cursor);
        return;
      }
      if (role === 'generic' || role === '' || role === 'paragraph' || role === 'none') role = 'group';
    }
    w.breakLine();
    if (closed.has(role)) {
      leaf(element, tag, role, name, mode, mute);
      return;
    }
    const content = source === h.FROM.content;
    const holds = h.nameHolds;
    const { clip, page } = w;
    const i = w.add(role);
    if (name !== '') {
      R.setName(i, name);
      R.setState(i, (content ? S.NameFromContent : 0) | (h.nameCut ? S.Truncated : 0));
    }
    if (role === 'heading') R.setLevel(i, w.headingLevel(element, tag));
    else if (cells.has(role) && hasAttributes.call(element)) spans(i, element, tag);
    let flags = noted || tag === 'dialog' ? h.marks(element, role, tag) : 0;
    if (mode & INERT) flags |= S.Blocked;
    if ((aimed || tag === 'dialog' && visible(style)) && !h.holdsThings(element) && placeContent(i, element)) {
      flags |= S.Operable;
      R.setElement(i, h.idOf(element), h.publish(element, role, h.nameNow(element, role)));
    }
    const dialog = role === 'dialog' || role === 'alertdialog';
    if (dialog || style.overflowY !== 'visible') {
      const box = h.rect(element);
      if (dialog) {
        w.place(i, box);
        if (mute || box.width < 2 || box.height < 2) flags &= ~S.Modal;
      }
      if (style.overflowY !== 'visible') {
        const note = scrolls(element, style, mode);
        mode = w.narrow(box, mode);
        if (note !== '') {
          scroller(i, element, role, name, mode, note, box);
          flags |= S.Operable;
        }
      }
    }
    if (flags !== 0) R.setState(i, flags);
    mute = mute || (mode & CLIPPED) !== 0;
    if (content) {
      if (holds) children(element, tag, mode | COVERED, true, cursor);
      if (R.count() === i + 1 && (mute || w.covering.includes(name) || !placeContent(i, element))) R.cut(i);
    } else {
      // A caption or legend is said with the name.
      const { named } = w;
      if (source === h.FROM.native) w.named = element;
      children(element, tag, mode, mute, cursor);
      w.named = named;
      finish(i, name, flags);
    }
    w.clip = clip;
    w.page = page;
  };

  // finish takes out a wrapper that turned out empty, and makes one that holds
  // nothing but a text say it itself.
  const finish = (i, name, flags) => {
    const n = R.count();
    if (n === i + 1) {
      // An empty cell keeps those behind it in their columns.
      if (name === '' && !(flags & S.Operable) && !cells.has(R.roleOf(i))) R.cut(i);
    } else if (R.roleOf(i) === 'row' && R.roleOf(n - 1) !== 'text' && blank(i, n)) {
      R.cut(i);
    } else if (n === i + 2 && name === '' && R.roleOf(i + 1) === 'text') {
      R.adopt(i);
    }
  };

  // blank tells a row of nothing but empty cells.
  const blank = (i, n) => {
    for (; i < n; i++) if (R.says(i)) return false;
    return true;
  };

  const cells = new Set(['cell', 'gridcell', 'columnheader', 'rowheader']);

  // spans notes how many rows and columns a cell takes.
  const spans = (i, element, tag) => {
    const table = tag === 'td' || tag === 'th';
    const across = table ? element.colSpan : parseInt(h.attr(element, 'aria-colspan'), 10) || 1;
    let down = table ? element.rowSpan : parseInt(h.attr(element, 'aria-rowspan'), 10) || 1;
    if (down === 0) down = rowsBelow(element);
    if (across > 1 || down > 1) R.setSpans(i, Math.max(1, down), Math.max(1, across));
  };

  // rowsBelow counts the rows of the section from that of a cell on.
  const rowsBelow = cell => {
    let n = 1;
    for (let row = cell.parentElement; row && (row = row.nextElementSibling);) n++;
    return n;
  };

  const visible = style => style.visibility === 'visible';

  // placeContent gives a row the box of its element; false when nobody can see
  // it.
  const placeContent = (i, element) => {
    const box = h.rect(element);
    if (box.width <= 1 || box.height <= 1 || w.unreachable(box)) return false;
    w.place(i, box);
    return true;
  };

  // leaf makes the row of something that is looked at and not into.
  const leaf = (element, tag, role, name, mode, mute) => {
    if (!mute) {
      const box = h.rect(element);
      const value = role === 'img' ? null : h.valueOf(element, role);
      if ((name !== '' || value !== null) && box.width > 1 && box.height > 1 && !w.unreachable(box)) {
        const i = w.add(role);
        if (name !== '') R.setName(i, name);
        if (value !== null) {
          R.setValue(i, value.value);
          R.setState(i, S.HasValue);
        }
        w.place(i, box);
        children(element, tag, mode | COVERED, true, anyCursor);
        return;
      }
    }
    inside(element, tag, mode | COVERED, true, anyCursor);
  };

  w.headingLevel = (element, tag) => {
    const level = parseInt(h.attr(element, 'aria-level') || '', 10);
    if (level > 0) return Math.min(level, 99);
    return tag.length === 2 && tag[0] === 'h' ? +tag[1] : 2;
  };
}
