// After: what became of an action. The gate begins a watch, and the after-read
// tells what it saw; it may be asked again.
h => {
  'use strict';

  // What an action changes in the surroundings of its element is looked for in
  // containers up to this many characters, for this many other elements.
  const around = 600;
  const others = 24;
  const operable = 'a,button,input,select,textarea,summary,[role],[tabindex],[onclick],[contenteditable]';

  let watch = null;

  // watch begins to notice changes; the gate calls it when it lets an action
  // pass.
  h.watch = (q, state, result) => {
    if (watch) end();
    const { element, what } = state;
    const scope = scopeOf(what);
    watch = {
      id: h.idOf(element),
      before: h.remember(what),
      others: scope ? rememberOthers(scope, element) : [],
      focus: h.active(),
      held: heldBy(element),
      mutated: false, scrolled: false, edited: false,
      observer: null, views: [],
    };
    observe(element);
    if (q.guardMs && state.aim && !result.occluder) h.arm(state, q.guardMs);
  };

  const observe = element => {
    const mine = watch;
    const observer = new MutationObserver(() => {
      mine.mutated = true;
      observer.disconnect(); // once is enough, and costs the page nothing more
    });
    mine.observer = observer;
    const options = { subtree: true, childList: true, attributes: true, characterData: true };
    const seen = new Set();
    for (let e = element; e;) {
      const root = e.getRootNode();
      if (!seen.has(root)) {
        seen.add(root);
        observer.observe(root, options);
      }
      if (h.kind(root) === 11) e = root.host;
      else {
        const view = h.windowOf(root);
        if (view) {
          watch.views.push(view);
          for (const type of ['scroll', 'input', 'change']) view.addEventListener(type, notice, true);
        }
        e = root === document ? null : h.ownerOf(root);
      }
    }
  };
  const notice = event => {
    if (!watch) return;
    if (event.type === 'scroll') watch.scrolled = true;
    else watch.edited = true;
  };

  const end = () => {
    watch.observer.disconnect();
    for (const view of watch.views) {
      for (const type of ['scroll', 'input', 'change']) view.removeEventListener(type, notice, true);
    }
    watch = null;
  };

  // scopeOf gives the largest small container around a thing's item.
  const scopeOf = what => {
    let scope = what.near || what.item;
    if (!scope) scope = h.parentOf(what.element);
    for (let n = 0; scope && n < 4; n++) {
      const parent = h.parentOf(scope);
      if (!parent || /^(?:html|body|main)$/.test(h.tag(parent)) || h.words(parent, around + 1).length > around) break;
      scope = parent;
    }
    return scope && !/^(?:html|body|main)$/.test(h.tag(scope)) ? scope : null;
  };

  const rememberOthers = (scope, element) => {
    const found = [];
    for (const other of scope.querySelectorAll(operable)) {
      const id = h.knownId(other);
      if (id === 0 || other === element) continue;
      found.push({ id, before: h.remember(h.now(other)) });
      if (found.length === others) break;
    }
    return found;
  };

  // heldBy gives what a control holds, to see whether that changes.
  const heldBy = element => {
    const held = h.valueOf(element);
    return (held ? held.value : '') + '\u0001' + (h.states(element, h.role(element)) & ~h.STATE.Focused);
  };

  // after waits until the page has handled an action and painted once, and
  // tells what there is now.
  h.after = async q => {
    if (q.table !== h.nonce) return { document: true, url: h.topAddress(), title: h.pageTitle() };
    await h.frame();
    await task();
    h.beginRead();
    try {
      return report(q);
    } finally {
      h.endRead(); // the watch goes on until the next gate: more may come
    }
  };

  const task = () => new Promise(resolve => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(0);
  });

  h.task = task;

  const report = q => {
    const result = { url: h.topAddress(), title: h.pageTitle() };
    const focused = h.active();
    if (focused && h.tag(focused) !== 'body') result.active = h.brief(focused);
    const guard = h.disarm();
    if (guard) result.guard = guard;
    const mine = watch && watch.id === q.id ? watch : null;
    const element = h.elementOf(q.id);
    if (element && h.alive(element)) {
      const what = h.now(element);
      result.element = stateOf(element, what);
      if (q.identity && what.identity !== q.identity) {
        result.element.changedIdentity = true;
        result.element.reidentified = q.reidentify !== false && mine !== null && mine.before.identity === q.identity &&
          h.sameAfterAction(mine.before, what) && h.relocate(q.identity, what.role, q.name || what.name, '', element).length === 0;
      }
    } else {
      result.element = { connected: false };
    }
    if (mine) {
      result.watched = true;
      result.changed = mine.mutated || mine.observer.takeRecords().length > 0 || mine.scrolled || mine.edited ||
        wentElsewhere(mine.focus, focused, element) || !result.element.connected || heldBy(element) !== mine.held;
      result.scrolled = mine.scrolled;
      if (q.reidentify !== false && result.changed) result.others = changedOthers(mine);
    }
    return result;
  };

  // wentElsewhere tells whether the focus is at a new place that a press does
  // not bring about by itself.
  const wentElsewhere = (before, now, element) => now !== before && now !== null && now !== element &&
    h.tag(now) !== 'body' && !now.contains(element) && !(element && element.contains(now));

  const stateOf = (element, what) => {
    const held = h.valueOf(element, what.role);
    const state = {
      connected: true, id: h.idOf(element), role: h.roleName(what.role), name: what.name, identity: what.identity,
      shown: h.shown(element), states: h.states(element, what.role) >>> 0,
    };
    if (held) {
      state.hasValue = true;
      state.value = held.value;
      state.protected = held.protected;
    }
    return state;
  };

  // changedOthers gives the elements beside the one acted on that are still the
  // same things under a new identity.
  const changedOthers = mine => {
    const found = [];
    for (const { id, before } of mine.others) {
      const element = before.element.deref();
      if (!element || !h.alive(element)) continue;
      const what = h.now(element);
      if (what.identity === before.identity || !h.sameAfterAction(before, what)) continue;
      found.push({ id, from: before.identity, to: what.identity, role: h.roleName(what.role), name: what.name });
    }
    return found;
  };
}
