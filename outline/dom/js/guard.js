// Guard: between the gate and the press a page may still change. Listeners that
// come before the page's own compare what the pointer really reaches with what
// was meant, and stop the events when it is another thing. The same goes for
// keys and text and what has the focus.
h => {
  'use strict';

  const types = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'auxclick', 'dblclick', 'contextmenu',
    'keydown', 'beforeinput', 'input', 'change', 'beforeprint'];
  const touches = [...types, 'touchstart', 'touchend']; // where there are fingers
  const options = { capture: true, passive: false };

  // late tells that the page's own scripts may have run before this one, so
  // that listeners of theirs may come first.
  h.late = h.readyState() !== 'loading' || h.bodyOf(document) !== null;

  let armed = null;

  // arm expects a press on the element that the gate let pass, or, when the
  // gate gave it the focus and aimed at no point, keys and text.
  h.arm = (state, limit) => {
    const { kind = '', by = null } = state.aim || {};
    armed = {
      element: new WeakRef(state.element),
      nested: kind === 'nested' && by ? new WeakRef(by) : null,
      keys: state.aim === null, held: state.aim === null ? h.fieldOf(state.element).value : null,
      before: h.remember(state.what), setting: h.settingNow(state.what), standing: h.standing(state.what),
      limit, until: now() + limit,
      pressed: false, touched: false, clicked: false, missed: null,
    };
    listen(window);
  };

  // An event counts by when it was made: a page that was busy hears of a press
  // long after. Every document has a clock of its own, so times are absolute.
  const now = () => performance.timeOrigin + performance.now();
  const madeAt = event => {
    const { view } = event;
    return event.timeStamp + (view ? view.performance : performance).timeOrigin;
  };

  // disarm ends the watch and tells what was seen.
  h.disarm = () => {
    const seen = armed;
    armed = null;
    return seen && { pressed: seen.pressed, touched: seen.touched, clicked: seen.clicked, missed: seen.missed || undefined, late: h.late };
  };

  // listen adds the listener to a window and the frames that scripts reach in
  // it. Adding it again changes nothing, but document.open() had removed it.
  const listen = view => {
    for (const type of view.navigator.maxTouchPoints > 0 ? touches : types) h.hear(view, type, heard, options);
    for (let i = 0; i < view.length && i < 100; i++) {
      try {
        if (view[i].document) listen(view[i]);
      } catch {
        // A frame of another origin has a guard of its own.
      }
    }
  };

  // A frame's world passes what it hears on to the root's, which is the one
  // that is armed: where the world is made with the document, its listener
  // comes before the page's in every frame.
  const root = () => {
    let of = h;
    try {
      for (let view = window; view.parent !== view && view.parent[h.key]; view = view.parent) of = view.parent[h.key];
    } catch {
      // The frame around is another origin's, so this one is a root.
    }
    return of;
  };
  const heard = event => root().guard(event);

  // prints counts how often the page asked to be printed, which nothing else
  // tells.
  h.prints = 0;

  h.guard = event => {
    if (event.type === 'beforeprint') {
      if (event.isTrusted) h.prints++;
      return;
    }
    if (event.type === 'input' || event.type === 'change') {
      h.edited(event);
      if (!armed || !armed.keys || event.type === 'input' && !armed.missed && !strayed(event)) return;
    }
    if (!armed || !event.isTrusted) return;
    if (madeAt(event) > armed.until) {
      armed = null;
      return;
    }
    if (armed.missed) {
      stop(event);
      return;
    }
    const element = armed.element.deref() || null;
    if (armed.keys) {
      typed(event, element);
      return;
    }
    switch (event.type) {
      case 'keydown': case 'beforeinput':
        return;
      case 'pointerdown': case 'mousedown': case 'touchstart': {
        const hit = hitOf(event);
        if (!element || !meets(hit, element) || !unchanged(element)) lost(event, hit);
        else armed.pressed = true;
        return;
      }
      case 'pointerup': case 'mouseup': case 'touchend':
        // The press was right, so its end belongs to it, wherever it is.
        if (event.type === 'touchend' && armed.pressed) armed.touched = true;
        return;
      default: {
        const hit = hitOf(event);
        // What a press removes or covers gets no click; it goes to what holds
        // both places, as under a hand.
        if (!element || !meets(hit, element)) {
          if (armed.touched) stop(event);
          return;
        }
        if (!unchanged(element)) lost(event, hit);
        else armed.clicked = true;
      }
    }
  };

  // typed checks keys, text, and the click that a key makes. A page may hand
  // the focus on once the first key was right: what follows is its own doing.
  const typed = (event, element) => {
    if (event.type !== 'keydown' && event.type !== 'beforeinput' && !(event.type === 'click' && event.detail === 0)) return;
    const hit = event.composedPath()[0];
    if (!element || !takes(element, hit)) {
      if (!armed.pressed || !element) miss(event, hit && h.kind(hit) === 1 ? hit : null);
      return;
    }
    if (!unchanged(element)) {
      miss(event, element);
      return;
    }
    if (event.type === 'click') armed.clicked = true;
    else armed.pressed = true;
    armed.until = now() + armed.limit;
  };
  // strayed tells whether a key changed a control that a handler of the page's
  // made another thing's while it came down: nothing announces a change of
  // lists, ranges and dates. It takes the change back.
  const strayed = event => {
    const element = armed.element.deref();
    const field = element ? h.fieldOf(element) : null;
    if (!event.isTrusted || !field || event.composedPath()[0] !== field || !/^select$|^input$/.test(h.tag(field)) || h.kindOf(field) === 'text') return false;
    if (unchanged(element)) return false;
    field.value = armed.held;
    miss(event, element);
    return true;
  };
  // takes tells whether what is typed at a node goes to the element: to its
  // field, a part of that, or the host of the closed root that it is in.
  const takes = (element, hit) => {
    const field = h.fieldOf(element);
    for (let e = hit; e; e = h.above(e)) if (e === field || e === element) return true;
    for (let e = field; e; e = h.above(e)) if (e === hit && h.shadowOf(e) !== null) return true;
    return false;
  };

  const hitOf = event => {
    let hit = event.composedPath()[0];
    if (!hit || h.kind(hit) !== 1) return null;
    // A closed root hides its inside from the path.
    for (let root; (root = h.shadowOf(hit)); ) {
      const at = event.changedTouches ? event.changedTouches[0] : event;
      const inner = root.elementFromPoint(at.clientX, at.clientY);
      if (!inner || inner === hit || h.treeOf(inner) !== root) break;
      hit = inner;
    }
    return hit;
  };

  const meets = (hit, element) => {
    if (!hit) return false;
    const { kind, by } = h.relation(hit, element);
    return kind === 'self' || kind === 'label' || kind === 'nested' && armed.nested !== null && armed.nested.deref() === by;
  };

  // unchanged tells whether the element is still the thing it was, or what the
  // pointer's own arrival made of it (a hint, a pressed look). What the press
  // itself began may write into the record.
  const unchanged = element => {
    if (!h.connected(element)) return false;
    h.beginRead();
    try {
      const what = h.now(element);
      const arrived = !armed.keys && !armed.pressed;
      return (what.identity === armed.before.identity ||
        h.sameAfterAction(armed.before, what) && !(arrived && h.rewritten(armed.standing, what))) &&
        h.fitsSetting(armed.setting, what, h.fieldOf(element));
    } finally {
      h.endRead();
    }
  };

  // lost stops what would reach another thing. After a touch that was right it
  // is the mouse events that a browser makes of it, which fall through what the
  // page took away at the touch: nothing that was meant is missed.
  const lost = (event, hit) => {
    if (armed.touched) stop(event);
    else miss(event, hit);
  };
  const miss = (event, hit) => {
    armed.missed = { event: event.type, ...hit ? reached(hit) : {} };
    stop(event);
  };
  // reached names what an event was about to reach: what can be operated there.
  const reached = hit => {
    h.beginRead();
    try {
      let element = hit;
      while (element && !h.operable(element)) element = h.parentOf(element);
      return h.briefly(h.now(element || hit));
    } finally {
      h.endRead();
    }
  };
  const stop = event => {
    event.stopImmediatePropagation();
    event.preventDefault();
  };

  // From the beginning, so as to be first where the world was made with the
  // document.
  listen(window);
}
