// Guard: between the gate and the press a page may still change. Listeners that
// come before the page's own compare what the pointer really reaches with what
// was meant, and stop the events when it is another thing.
h => {
  'use strict';

  const types = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'auxclick', 'dblclick', 'contextmenu'];
  const options = { capture: true, passive: false };

  // late tells that the page's own scripts may have run before this one, so
  // that listeners of theirs may come first.
  h.late = h.readyState() !== 'loading' || h.bodyOf(document) !== null;

  let armed = null;

  // arm expects a press on the element that the gate let pass.
  h.arm = (state, limit) => {
    const { kind, by } = state.aim;
    armed = {
      element: new WeakRef(state.element),
      nested: kind === 'nested' && by ? new WeakRef(by) : null,
      before: h.remember(state.what),
      until: performance.now() + limit,
      pressed: false, clicked: false, missed: null,
    };
    listen(window);
  };

  // disarm ends the watch and tells what was seen.
  h.disarm = () => {
    const seen = armed;
    armed = null;
    return seen && { pressed: seen.pressed, clicked: seen.clicked, missed: seen.missed || undefined, late: h.late };
  };

  // listen adds the listener to a window and the frames that scripts reach in
  // it. Adding it again changes nothing, but document.open() had removed it.
  const listen = view => {
    for (const type of types) h.hear(view, type, heard, options);
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

  h.guard = event => {
    if (!armed || !event.isTrusted) return;
    if (performance.now() > armed.until) {
      armed = null;
      return;
    }
    if (armed.missed) {
      stop(event);
      return;
    }
    const element = armed.element.deref() || null;
    switch (event.type) {
      case 'pointerdown': case 'mousedown': {
        const hit = hitOf(event);
        if (!element || !meets(hit, element) || !unchanged(element)) miss(event, hit);
        else armed.pressed = true;
        return;
      }
      case 'pointerup': case 'mouseup':
        // The press was right, so its end belongs to it, wherever it is.
        return;
      default: {
        const hit = hitOf(event);
        // What a press removes or covers gets no click; it goes to what holds
        // both places, as under a hand.
        if (!element || !meets(hit, element)) return;
        if (!unchanged(element)) miss(event, hit);
        else armed.clicked = true;
      }
    }
  };

  const hitOf = event => {
    let hit = event.composedPath()[0];
    if (!hit || h.kind(hit) !== 1) return null;
    // A closed root hides its inside from the path.
    for (let root; (root = h.shadowOf(hit)); ) {
      const inner = root.elementFromPoint(event.clientX, event.clientY);
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
  // pointer's own arrival made of it (a hint, a pressed look).
  const unchanged = element => {
    if (!h.connected(element)) return false;
    h.beginRead();
    try {
      const what = h.now(element);
      return what.identity === armed.before.identity || h.sameAfterAction(armed.before, what);
    } finally {
      h.endRead();
    }
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
