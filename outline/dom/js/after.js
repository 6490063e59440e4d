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
      id: q.id ? h.idOf(element) : 0, // 0: the page as a whole is watched
      before: h.remember(what), standing: h.standing(what),
      others: scope ? rememberOthers(scope, element) : [],
      focus: h.active(),
      held: heldBy(element),
      acting: performance.now() + lasts, // until then, or until the first after-read
      mutated: false, scrolled: false, edited: false, prints: h.prints,
      observer: null, views: [],
    };
    observe(element);
    if (q.guardMs && (state.aim || q.purpose === 'focus') && !result.occluder) h.arm(state, q.guardMs);
  };

  // inAction tells whether a thing is being acted on right now and is still the
  // same in spite of another identity: a field whose text counts its letters.
  // A pointer changes nothing before it is pressed.
  h.inAction = (what, identity, points) => watch !== null && watch.before.identity === identity && performance.now() < watch.acting &&
    h.sameAfterAction(watch.before, what) && !(points && h.rewritten(watch.standing, what));
  // So long an action may take, in milliseconds.
  const lasts = 3000;

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
      const root = h.treeOf(e);
      if (!seen.has(root)) {
        seen.add(root);
        observer.observe(root, options);
      }
      if (h.kind(root) === 11) e = root.host;
      else {
        const view = h.windowOf(root);
        if (view) {
          watch.views.push(view);
          for (const type of ['scroll', 'input', 'change']) h.hear(view, type, notice, true);
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
      for (const type of ['scroll', 'input', 'change']) h.unhear(view, type, notice, true);
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
    for (const other of h.all(scope, operable)) {
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
      if (watch) watch.acting = 0;
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
    const missed = guard !== null && guard.missed !== undefined; // then nothing is the action's doing
    const mine = watch && watch.id === q.id ? watch : null;
    const element = h.elementOf(q.id);
    if (element && h.alive(element)) {
      const what = h.now(element);
      result.element = stateOf(element, what);
      const same = !q.identity || what.identity === q.identity;
      const again = !same && !missed && q.reidentify !== false && mine !== null && mine.before.identity === q.identity &&
        h.sameAfterAction(mine.before, what) && h.relocate(q.identity, what.role, q.name || what.name, '', element).length === 0;
      result.element.changedIdentity = !same;
      result.element.reidentified = again;
      if (q.reidentify !== false && mine !== null && !missed && (same || again)) h.record(what, q.identity || undefined);
    } else {
      result.element = { connected: false };
    }
    const field = q.field ? h.elementOf(q.field) : null;
    if (field && h.alive(field)) result.field = stateOf(field, h.now(field));
    if (typeof q.want === 'string' && result.element.connected) result.element.holds = holds(element, q.want);
    if (mine) {
      result.watched = true;
      result.changed = mine.mutated || mine.observer.takeRecords().length > 0 || mine.scrolled || mine.edited ||
        wentElsewhere(mine.focus, focused, element) || mine.id !== 0 && (!result.element.connected || heldBy(element) !== mine.held);
      result.scrolled = mine.scrolled;
      result.printed = h.prints > mine.prints;
      if (!mine.scrolled && !missed) h.renewSettings();
      if (q.reidentify !== false && !missed) result.others = changedOthers(mine);
    }
    return result;
  };

  // wentElsewhere tells whether the focus is at a new place that a press does
  // not bring about by itself.
  const wentElsewhere = (before, now, element) => now !== before && now !== null && now !== element &&
    h.tag(now) !== 'body' && !h.contains(now, element) && !(element && h.contains(element, now));

  // holds tells whether a field holds a text, however long. Editors end their
  // text with a line break of their own and use other spaces.
  const holds = (element, text) => {
    const field = h.fieldOf(element);
    if (h.kindOf(field) !== 'rich') return plain(field.value) === plain(text);
    // An empty line of an editor is a block with a line break in it: two in its
    // text, or three.
    return plain(field.innerText).replace(/\n+/g, '\n') === plain(text).replace(/\n+/g, '\n');
  };
  const plain = text => String(text).replace(/\r\n/g, '\n').replace(/\u00a0/g, ' ').replace(/\n+$/, '');

  // pickerOf tells whether the browser's own list or picker of a control is
  // open: keys go there then, and nothing of it is in the page.
  const pickerOf = element => {
    const tag = h.tag(element);
    return (tag === 'select' || tag === 'input') && h.is(element, ':open') && !h.drawnByPage(element);
  };

  const stateOf = (element, what) => {
    const field = h.fieldOf(element);
    const held = h.valueOf(element, what.role) || (field === element ? null : h.valueOf(field));
    const state = {
      connected: true, id: h.idOf(element), role: h.roleName(what.role), name: what.name, identity: what.identity,
      shown: h.shown(element), states: h.states(element, what.role) >>> 0,
    };
    if (held) {
      state.hasValue = true;
      state.value = held.value;
      state.protected = held.protected;
      if (!held.protected) state.problem = h.problemOf(field);
    }
    const number = h.numberNow(field);
    if (number !== null) state.number = number;
    if (pickerOf(field)) state.picker = true;
    return state;
  };

  // changedOthers gives the elements beside the one acted on that are still the
  // same things under a new identity, and writes down what all of them are.
  const changedOthers = mine => {
    const found = [];
    for (const { id, before } of mine.others) {
      const element = before.element.deref();
      if (!element || !h.alive(element)) continue;
      const what = h.now(element);
      const same = what.identity === before.identity;
      if (!same && !h.sameAfterAction(before, what)) continue;
      h.record(what, before.identity);
      if (!same) found.push({ id, from: before.identity, to: what.identity, role: h.roleName(what.role), name: what.name });
    }
    return found;
  };
}
