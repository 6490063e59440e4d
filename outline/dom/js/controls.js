// Controls: the rows of what can be operated.
h => {
  'use strict';

  const S = h.STATE;
  const T = h.TAG;
  const WHY = h.WHY;
  const R = h.rows;
  const w = h.w;
  const { COVERED, MUTE, INERT, CLIPPED, FAINT } = h.MODE;

  // operable makes the row of an element that can be operated and of what is
  // inside of it. It reports false when the element is no thing of its own, so
  // that the walk goes on as if nothing had been found.
  w.operable = (element, tag, role, why, mode, style, display, cursor) => {
    const field = (h.tagBits(tag) & T.FIELD) !== 0;
    if (mode & (CLIPPED | FAINT) && !field) {
      if (mode & CLIPPED) return true;
      if (style.pointerEvents === 'none') return false;
    }
    let box = h.rect(element);
    const weak = why === WHY.listener || why === WHY.handler || why === WHY.focus || why === WHY.cursor || why === WHY.aim;
    if (weak && (w.wrappers.has(element) || container(element, tag, role, why, box))) return false;
    const thin = box.width <= 1 || box.height <= 1;
    if (thin || w.unreachable(box)) {
      const stand = h.standIn(element, tag, field);
      if (stand === null) return field || !thin || style.overflowY !== 'visible';
      if (w.unreachable(stand)) return true;
      box = stand;
    }
    w.flush();
    const before = why === WHY.listener
      ? { frames: w.frames.length, proxied: new Set(w.proxied), layerRow: w.layerRow, clipped: w.clipped } : null;
    const inline = display.startsWith('inline');
    if (!inline) w.breakLine();
    const i = w.add(role);
    if (w.running) w.join(i, false);
    const source = called(i, element, tag, role, true);
    const acts = h.nameActs;
    const holds = h.nameHolds;
    const shownRole = roleOf(role, why);
    if (shownRole !== role) R.setRole(i, shownRole);
    let flags = S.Operable | h.marks(element, role, tag);
    if (element === w.active) flags |= S.Focused;
    if (mode & INERT) flags |= S.Blocked;
    if (tag === 'a' || tag === 'area') {
      const href = h.address(element);
      if (href !== '') R.setHref(i, href);
    } else if (tag === 'input' || why === WHY.edit || role !== 'button' && role !== 'generic') {
      valueRow(i, element, role);
      const note = h.note(element, tag);
      if (note !== '') R.setNote(i, note);
    }
    if (role === 'heading') R.setLevel(i, w.headingLevel(element, tag));
    R.setState(i, flags);
    w.place(i, box);
    if (tag === 'a' && display === 'inline') {
      within(i, element, tag, role, why, mode, cursor, source, acts, holds);
      w.inlineEnded(i);
    } else {
      within(i, element, tag, role, why, mode, cursor, source, acts, holds);
    }
    if (inline && w.running) w.goOn(false);
    if (before !== null && R.count() > i + 1 && merely(i)) {
      // It is walked again, as no thing of its own. What is remembered keeps
      // wrappers in wrappers from being walked twice each time.
      w.wrappers.add(element);
      R.cut(i);
      w.frames.length = before.frames;
      Object.assign(w, { proxied: before.proxied, layerRow: before.layerRow, clipped: before.clipped });
      return false;
    }
    return true;
  };

  // area makes the row of a part of an image that leads somewhere. It has no box
  // and no style of its own.
  w.area = (element, mode) => {
    const role = h.role(element);
    if (role !== 'link' && h.reason(element, 'area') === WHY.nothing && !h.listens(element) || mode & CLIPPED) return;
    const image = h.imageOf(element);
    if (image === null || !h.shown(image)) return;
    const box = h.around(h.boxesOf(element));
    if (box === null || w.unreachable(box)) return;
    w.breakLine();
    const i = w.add(roleOf(role, WHY.control));
    called(i, element, 'area', role, true);
    R.setState(i, S.Operable | h.marks(element, role, 'area') | (mode & INERT ? S.Blocked : 0));
    const href = h.address(element);
    if (href !== '') R.setHref(i, href);
    w.place(i, box);
  };

  // roleOf gives the role to show for what has none.
  const roleOf = (role, why) => {
    if (role !== 'generic' && role !== 'none' && role !== '' && role !== 'presentation') return role;
    return why === WHY.edit ? 'textbox' : 'generic';
  };

  // within walks what is inside of a control.
  const within = (i, element, tag, role, why, mode, cursor, source, acts, holds) => {
    switch (tag) {
      case 'input': case 'textarea': case 'canvas': return;
      case 'select':
        if (role === 'listbox' || h.drawnOpen(element)) w.children(element, tag, mode, true, w.anyCursor);
        return;
    }
    if (why === WHY.edit || role === 'textbox' || role === 'searchbox') {
      // What was typed is the value.
      if (element.firstElementChild) w.children(element, tag, mode | COVERED, true, w.anyCursor);
      return;
    }
    const fromContent = source === h.FROM.content;
    const own = why === WHY.control || h.widgets.has(role);
    if (fromContent || h.closed.has(role)) {
      // Below a hand, hands are inherited: only what may act is looked for.
      if (!fromContent || (own || cursor === 'pointer' ? acts : holds)) {
        w.children(element, tag, mode | COVERED, true, own ? w.anyCursor : cursor);
      }
      return;
    }
    const { covering } = w;
    w.covering = R.nameOf(i);
    w.children(element, tag, mode, (mode & (COVERED | MUTE | CLIPPED | FAINT)) !== 0, own ? w.anyCursor : cursor);
    w.covering = covering;
  };

  // merely tells a row that only listens for what happens in a thing inside.
  const merely = i => {
    let inner = 0;
    let last = -1;
    for (let k = i + 1; k < R.count(); k++) {
      if ((R.stateOf(k) & (S.Operable | S.Scrollable)) === S.Operable) {
        inner++;
        last = k;
      }
    }
    return inner > 1 || inner === 1 && R.nameOf(last) === R.nameOf(i);
  };

  // container tells what weak evidence must not make a thing: an element that
  // holds two or more controls and has no widget role of its own.
  const container = (element, tag, role, why, box) => {
    if (h.widgets.has(role)) return false;
    if (tag === 'body' || tag === 'html') return true;
    if (h.firstElement(element) === null) return false;
    if (why === WHY.cursor) {
      // A hand over half of the window is a way to close a layer.
      const { sx, sy } = w.map;
      if (box.width * box.height * sx * sy < 0.5 * innerWidth * innerHeight) return false;
    }
    return h.all(element, h.controls).length > 1;
  };

  // called names the row of an operable element and tells where from. The
  // identity never holds a hint.
  const called = (i, element, tag, role, visible) => {
    const name = h.name(element, role, visible);
    const source = h.nameSource;
    if (name !== '') {
      R.setName(i, name);
      R.setState(i, (source === h.FROM.content ? S.NameFromContent : 0) | (h.nameCut ? S.Truncated : 0));
    }
    const acts = h.nameActs;
    const holds = h.nameHolds;
    R.setElement(i, h.idOf(element), w.publish(element, role, name));
    if (name === '') {
      const hint = h.hint(element, tag, role);
      if (hint !== '') {
        R.setName(i, hint);
        R.setState(i, S.Hinted);
      }
    }
    h.nameActs = acts;
    h.nameHolds = holds;
    return source;
  };

  const valueRow = (i, element, role) => {
    const value = h.valueOf(element, role);
    if (value === null) return;
    if (value.protected) {
      R.setState(i, S.Protected);
    } else {
      R.setValue(i, value.value);
      R.setState(i, S.HasValue);
    }
  };

  // label handles a label: the text of one whose control is on the page is
  // that control's name; a control that is not shown stands where its label is.
  // It reports false for a label that is text like any other.
  w.label = (element, mode, style) => {
    const control = element.control;
    if (!control || control.type === 'hidden') return false;
    if (h.shown(control)) {
      if (h.attr(control, 'aria-label') || h.attr(control, 'aria-labelledby') || mode & MUTE) return false;
      w.breakLine();
      w.inside(element, 'label', mode | COVERED, true, w.anyCursor);
      w.breakLine();
      return true;
    }
    if (w.proxied.has(control)) return false;
    w.proxied.add(control);
    w.breakLine();
    const role = h.role(control);
    const tag = h.tag(control);
    const i = w.add(role);
    called(i, control, tag, role);
    R.setState(i, S.Operable | h.marks(control, role, tag) | (mode & INERT ? S.Blocked : 0));
    valueRow(i, control, role);
    w.place(i, h.rect(element));
    w.children(element, 'label', mode | COVERED, true, w.anyCursor);
    return true;
  };
}
