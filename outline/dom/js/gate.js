// The gate: one call right before an action that makes sure that it will act on
// the thing that was meant, brings that into view and finds the point for it.
h => {
  'use strict';

  // Addresses. No evidence on either side lets the action pass; a contradiction
  // never does.

  // contradicts tells whether the address of a document is another one than at
  // publication. A fragment that names a place in the document is an anchor,
  // not a route; it contradicts nothing when the former one was such, too.
  const contradicts = (before, now, doc) => {
    if (!before || !now || before === now) return false;
    const [oldBase, oldFragment] = split(before);
    const [base, fragment] = split(now);
    return oldBase !== base || !anchors(doc, fragment) || !anchors(doc, oldFragment);
  };
  const split = url => {
    const at = url.indexOf('#');
    return at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)];
  };
  const anchors = (doc, fragment) => {
    if (fragment === '' || /^top$/i.test(fragment)) return true;
    if (!doc) return false;
    let decoded = fragment;
    try {
      decoded = decodeURIComponent(fragment);
    } catch {
      // A broken escape names itself only.
    }
    return byId.call(doc, fragment) !== null || byId.call(doc, decoded) !== null ||
      Array.from(byName.call(doc, decoded)).some(e => h.tag(e) === 'a');
  };
  const byId = Document.prototype.getElementById;
  const byName = Document.prototype.getElementsByName;

  // points tells whether the action is a pointer's.
  const points = q => q.purpose === 'click' || q.purpose === 'hover' || q.purpose === 'locate';

  const top = () => {
    try {
      return { address: window.top.location.href || '', doc: window.top.document };
    } catch {
      return { address: '', doc: null }; // another origin's
    }
  };

  // elsewhere tells whether the page has another address than at publication.
  h.elsewhere = address => {
    const page = top();
    return contradicts(address, page.address, page.doc);
  };

  // alive tells whether the element is in a document that is shown: connected,
  // and so is the owner of every frame up to the root.
  const alive = element => {
    if (!element || !h.connected(element)) return false;
    for (let doc = h.docOf(element); doc !== document;) {
      const owner = h.windowOf(doc) ? h.ownerOf(doc) : null;
      if (!owner || !h.connected(owner) || h.contentOf(owner) !== doc) return false;
      doc = h.docOf(owner);
    }
    return h.viewOf(element) !== null;
  };

  // check makes sure that the request still speaks of what is there. It gives
  // the reason why not, or null, and puts what it found into the state: the
  // element, or the one that its thing has moved to.
  const check = (q, state) => {
    const refuse = (outcome, more) => ({ outcome, ...more });
    if (q.table !== h.nonce) return refuse('document');
    const page = top();
    if (contradicts(q.topURL, page.address, page.doc)) return refuse('address', { url: page.address });
    const element = state.element || h.elementOf(q.id);
    const present = alive(element);
    let there = null;
    if (present) {
      const doc = h.docOf(element);
      const address = h.addressOf(doc);
      if (contradicts(q.frameURL, address, doc)) return refuse('frame_address', { url: address });
      there = h.now(element);
      const same = state.identity && ((there.identity === state.identity || h.recognise(there, state.identity)) && h.fits(q.id, there) ||
        h.inAction(there, state.identity, points(q)));
      if (same) {
        state.identity = there.identity;
        state.element = element;
        state.what = there;
        return null;
      }
    }
    if (q.allowDetached && !present) return refuse('gone');
    const found = q.relocate && state.identity ? h.relocate(state.identity, q.role, q.name, q.frameURL, present ? element : null, q.id) : [];
    if (found.length === 1) {
      state.element = found[0].element;
      state.what = found[0];
      return null;
    }
    // Nobody can say what a hidden element is: its text has no say then.
    if (present && !h.shown(element) && found.length === 0) {
      state.element = element;
      state.what = there;
      return { outcome: 'hidden', wait: true };
    }
    return refuse(present ? 'identity' : 'gone', { candidates: found.length, now: there ? h.briefly(there) : undefined });
  };

  // stillSame looks again at the element in the middle of an action. A change
  // that leaves it the same thing is taken over as its identity.
  h.stillSame = (state, before) => {
    h.forgetRead();
    if (!alive(state.element)) return false;
    const what = h.now(state.element);
    if (what.identity !== state.identity && !h.sameAfterAction(before, what)) return false;
    state.what = what;
    state.identity = what.identity;
    return true;
  };
  h.alive = alive;

  // Time. Frames come when the page is painted; a hidden page is not, and its
  // timers are slowed down, so there time passes by messages.
  const frame = () => new Promise(resolve => {
    if (h.isHidden()) {
      const end = performance.now() + 32;
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        if (performance.now() < end) port2.postMessage(0);
        else {
          port1.close();
          resolve();
        }
      };
      port2.postMessage(0);
      return;
    }
    let timer = 0;
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    requestAnimationFrame(done);
    timer = setTimeout(resolve, 250); // a frame that is out of view paints never
  });
  h.frame = frame;
  const twoFrames = async () => {
    await frame();
    await frame();
  };
  // rest waits a little before the next look at something that may take long.
  const rest = state => performance.now() - state.began < 300
    ? frame() : new Promise(resolve => setTimeout(resolve, 50));

  // moving tells whether an animation may be moving the element right now.
  // Scripts that move it frame by frame cannot be seen from here; the guard is
  // there for them.
  const layout = /^(?:width|height|min|max|margin|padding|top|left|right|bottom|inset|flex|gap|rowGap|columnGap|grid|font|line|border|zoom|block|inline)/;
  const moving = element => {
    for (let e = element; e;) {
      const doc = h.docOf(e);
      for (const animation of animations(e)) {
        if (animation.playState !== 'running') continue;
        const { effect } = animation;
        const target = effect && effect.target;
        if (!target) continue;
        if (!effect.pseudoElement) for (let a = e; a; a = h.parentOf(a)) if (a === target) return true;
        if (effect.getKeyframes().some(frame => Object.keys(frame).some(name => layout.test(name)))) return true;
      }
      e = doc === document ? null : h.ownerOf(doc);
    }
    return false;
  };
  // animations gives those of the element's document and of the shadow trees
  // that it is in.
  const animations = element => {
    const found = [];
    for (let root = h.treeOf(element); root; root = h.kind(root) === 11 && root.host ? h.treeOf(root.host) : null) {
      found.push(...h.animationsOf(root));
    }
    return found;
  };

  h.moving = moving;

  const near = (a, b, by) => Math.abs(a.left - b.left) <= by && Math.abs(a.top - b.top) <= by &&
    Math.abs(a.right - b.right) <= by && Math.abs(a.bottom - b.bottom) <= by;

  // targetsOf gives what a pointer can be put on: the element and its labels,
  // of which a hidden control has nothing else.
  const targetsOf = (element, labels) => {
    const targets = [];
    for (const e of [element, ...labels ? h.labelsOf(element) : []]) {
      if (!h.shown(e)) continue;
      const boxes = h.boxesOf(e);
      if (boxes.length > 0) targets.push({ element: e, boxes });
    }
    // A control of a pixel or two is hidden on purpose.
    if (targets.length > 1 && targets[0].element === element) {
      const [own] = targets;
      if (own.boxes.every(b => b.right - b.left <= 2 || b.bottom - b.top <= 2)) targets.push(targets.shift());
    }
    return targets;
  };

  h.targetsOf = targetsOf;

  // around gives the nearest thing around a hidden element that a pointer can be
  // put on: where the pointer is there, the element may show.
  const around = element => {
    for (let e = h.parentOf(element); e; e = h.parentOf(e)) {
      const boxes = h.shown(e) ? h.boxesOf(e) : [];
      if (boxes.length > 0) return [{ element: e, boxes }];
    }
    return [];
  };

  const places = ['center', 'end', 'start'];

  // scroll brings the element into view at once and tells whether anything
  // moved.
  const scroll = (element, place) => {
    const before = h.rootBox(element);
    h.scrollIntoView(element, { behavior: 'instant', block: place, inline: 'nearest' });
    const after = h.rootBox(element);
    return before !== null && after !== null && !near(before, after, 0.5);
  };

  // showPoint scrolls so that a point of a large element comes into view.
  const showPoint = (element, x, y) => {
    const view = h.viewOf(element);
    const before = h.rect(element);
    for (let e = element; e; e = h.parentOf(e)) {
      const style = getComputedStyle(e);
      const root = e === h.scrollerOf(h.docOf(e));
      if (!root && !/auto|scroll|hidden/.test(style.overflowX + style.overflowY) || e === element) continue;
      const box = h.rect(element);
      const room = root ? { left: 0, top: 0, right: view.innerWidth, bottom: view.innerHeight } : h.rect(e);
      const dx = off(box.left + x, room.left, room.right);
      const dy = off(box.top + y, room.top, room.bottom);
      if (dx !== 0 || dy !== 0) h.scrollBy(e, { left: dx, top: dy, behavior: 'instant' });
    }
    return !near(before, h.rect(element), 0.5);
  };
  const off = (n, from, to) => n >= from + 1 && n < to - 1 ? 0 : n - (from + to) / 2;

  // attempt looks once at everything, without waiting. It gives {done}: the
  // result, or {fail}: the result if there is no more time, with how to wait:
  // two frames, or a rest.
  const attempt = (q, state) => {
    const bad = check(q, state);
    // Who only hovers what is around a hidden element need not know it: the gate
    // of the action that follows does.
    if (bad && !(q.around && bad.outcome === 'hidden')) return bad.wait ? { fail: bad } : { done: bad };
    const { element, what } = state;
    const fail = (outcome, more) => ({ fail: { outcome, ...more } });
    if (q.purpose === 'locate' && !q.scroll) return measured(q, state);
    const flags = h.states(element, what.role);
    const acts = q.purpose !== 'hover' && q.purpose !== 'locate';
    if (acts && (flags & h.STATE.Disabled || h.up(element, '[aria-disabled=true]'))) return fail('disabled');
    const targets = targetsOf(element, points(q));
    if (targets.length === 0 && q.around) targets.push(...around(element));
    if (targets.length === 0) return fail(h.shown(element) ? 'no_box' : 'hidden');
    return place(q, state, targets, points(q));
  };

  // place scrolls where needed, sees that the element stands still, and aims.
  const place = (q, state, targets, aims) => {
    const [first] = targets;
    const fail = (outcome, more) => ({ fail: { outcome, ...more } });
    const look = h.look(first.element, first.boxes);
    if (!look.enough && q.scroll && state.scrolls < 3) {
      state.scrolls++;
      if (scroll(first.element, 'center')) return settle(state, first.element);
    }
    if (q.offset && q.scroll && state.scrolls < 3) {
      state.scrolls++;
      if (showPoint(first.element, q.offset.x, q.offset.y)) return settle(state, first.element);
    }
    const box = h.rootBox(first.element);
    if (!state.looked) {
      state.looked = true;
      const seen = q.box && { left: q.box.x, top: q.box.y, right: q.box.x + q.box.width, bottom: q.box.y + q.box.height };
      if (seen && !near(seen, box, 1.5) || moving(first.element)) {
        state.unsettled = true;
        state.box = box;
        return { fail: { outcome: 'moving' }, frames: true };
      }
    }
    if (state.unsettled) {
      if (!near(state.box, box, 0.5)) {
        state.box = box;
        return { fail: { outcome: 'moving' }, frames: true };
      }
      state.unsettled = false;
    }
    if (q.purpose === 'locate') return measured(q, state);
    if (!aims) return { done: { outcome: 'ok', ...middle(first.element, look.parts), inView: look.parts.length > 0 } };
    if (q.offset) return atOffset(q, state, first.element);
    let blocked = null;
    let seen = false;
    const hovers = q.purpose === 'hover';
    for (const target of targets) {
      const { parts } = target === first ? look : h.look(target.element, target.boxes);
      seen = seen || parts.length > 0;
      let aim = h.aim(target.element, q.around ? target.element : state.element, parts, hovers);
      if (!aim.hit && target.element === state.element) {
        // What overflows the element is a part of it, too.
        const inner = h.look(target.element, h.innerBoxesOf(target.element)).parts;
        if (inner.length > 0) {
          const more = h.aim(target.element, state.element, inner, hovers);
          if (more.hit) aim = more;
        }
      }
      if (aim.hit) return { done: struck(state, aim) };
      blocked = blocked || aim.blocked;
    }
    if (!seen) return fail('out_of_view');
    if (!blocked) return fail('no_pointer');
    return covered(q, state, first, blocked);
  };

  const settle = (state, element) => {
    state.scrolled = true;
    state.unsettled = true;
    state.box = h.rootBox(element) || state.box;
    return { fail: { outcome: 'moving' }, frames: true };
  };

  const struck = (state, aim) => {
    state.aim = aim;
    return {
      outcome: 'ok', x: aim.x, y: aim.y, inView: true, by: aim.kind,
      hit: aim.kind === 'self' ? undefined : h.brief(aim.by || aim.hit),
    };
  };

  // covered deals with an element that something else lies upon. Another place
  // in the view is tried when that sticks to an edge; a cover that is on its
  // way out or shows that the page is busy is waited for, any other one only
  // briefly.
  const covered = (q, state, target, blocked) => {
    const sticky = q.scroll && h.sticks(blocked.hit);
    while (sticky && state.places < places.length) {
      if (scroll(target.element, places[state.places++])) return settle(state, target.element);
    }
    const result = { outcome: q.occlusion === 'send' ? 'ok' : 'occluded', x: blocked.x, y: blocked.y, inView: true,
      occluder: h.occluder(blocked.hit, state.element) };
    if (q.occlusion === 'send') return { done: result };
    // What has just ended may take a moment to go.
    const passing = moving(blocked.hit) || h.up(blocked.hit, '[aria-busy=true],[role=progressbar]') !== null;
    if (passing || state.covered === 0) state.covered = performance.now();
    return { fail: result, until: passing ? Infinity : state.covered + grace };
  };
  // A cover without any sign that it will go is waited for this long.
  const grace = 600;

  // atOffset aims at one given point of the element.
  const atOffset = (q, state, element) => {
    const rect = h.rect(element);
    const point = h.toRoot(h.docOf(element), rect.left + q.offset.x, rect.top + q.offset.y);
    const hit = h.hitAt(point.x, point.y);
    const relation = hit ? h.relation(hit, state.element) : { kind: '' };
    const { x, y } = q.offset;
    if (relation.kind === '' && (x < 0 || y < 0 || x > rect.width || y > rect.height)) {
      // What is there is no cover: the point is none of the element's.
      return { done: { outcome: 'offset', size: { x: rect.width, y: rect.height } } };
    }
    if (!hit) return { fail: { outcome: 'out_of_view' } };
    if (relation.kind === '') return covered(q, state, { element }, { ...point, hit });
    return { done: struck(state, { ...point, hit, kind: relation.kind, by: relation.by }) };
  };

  // middle gives the middle of the largest visible part, or of the element.
  const middle = (element, parts) => {
    const doc = h.docOf(element);
    const box = parts[0] || h.boxesOf(element)[0];
    return box ? h.toRoot(doc, (box.left + box.right) / 2, (box.top + box.bottom) / 2) : {};
  };

  // layerAt gives what lies upon a point of an element, undefined for nothing.
  const layerAt = (element, offset) => {
    const rect = h.rect(element);
    const point = h.toRoot(h.docOf(element), rect.left + offset.x, rect.top + offset.y);
    const hit = h.hitAt(point.x, point.y);
    return hit && h.relation(hit, element).kind === '' ? h.occluder(hit, element) : undefined;
  };

  // measured is for those who only want to know where the element is.
  const measured = (q, state) => {
    const { element } = state;
    const shown = h.shown(element);
    const boxes = shown ? h.boxesOf(element) : [];
    const disabled = (h.states(element, state.what.role) & h.STATE.Disabled) !== 0 || h.up(element, '[aria-disabled=true]') !== null;
    // A control that only its label shows is visible, too.
    const visible = boxes.length > 0 || targetsOf(element, true).length > 0;
    if (boxes.length === 0) return { done: { outcome: 'ok', hidden: !shown, visible, disabled, inView: false } };
    const look = h.look(element, boxes);
    return { done: {
      outcome: 'ok', ...middle(element, look.parts), inView: look.parts.length > 0, whole: look.enough, visible, disabled,
      occluder: q.offset ? layerAt(element, q.offset) : undefined,
    } };
  };

  // pass runs attempts until one is done or the time is over. What is to happen
  // in the same task as the last check is handed in as act: it gets the element
  // and gives what is added to the result, {wait: result} to come back a frame
  // later, or {again: true} to be checked once more.
  h.pass = async (q, act) => {
    const began = performance.now();
    const deadline = began + (q.timeoutMs || 0);
    const state = { began, identity: q.identity, element: null, what: null, aim: null, scrolls: 0, places: 0, scrolled: false,
      looked: false, unsettled: false, box: null, covered: 0, waited: false };
    for (;;) {
      let step;
      h.beginRead();
      try {
        step = attempt(q, state);
        if (step.done && step.done.outcome === 'ok' && act) {
          const more = act(state, step.done);
          h.forgetRead(); // the page may have reacted
          if (more.wait) step = { fail: more.wait, frames: true };
          else Object.assign(step.done, more);
        }
        if (step.done) return finish(q, state, step.done);
        const now = performance.now();
        // A scroll or a movement is waited for in any case, as long as a frame
        // may take to come.
        const until = step.frames ? Math.max(deadline, began + 500) : Math.min(deadline, step.until || Infinity);
        if (now >= until) return finish(q, state, step.fail);
      } finally {
        h.endRead();
      }
      state.waited = true;
      await (step.frames ? twoFrames() : rest(state));
    }
  };

  // refusals speak of no element that is there.
  const refusals = new Set(['document', 'address', 'frame_address', 'gone', 'identity']);

  // finish adds to a result what every caller wants to know.
  const finish = (q, state, result) => {
    result.url = top().address || h.addressOf(document);
    result.title = h.pageTitle();
    if (h.isHidden()) result.background = true;
    result.scrolled = state.scrolled;
    result.waitedMs = state.waited ? performance.now() - state.began : 0;
    if (!state.what || refusals.has(result.outcome)) return result;
    const { element, what } = state;
    const box = h.shown(element) ? h.rootBox(element) : null;
    if (box) result.box = { x: box.left, y: box.top, width: box.right - box.left, height: box.bottom - box.top };
    if (result.x !== undefined) Object.assign(result, h.inputPoint(result.x, result.y));
    result.id = h.idOf(element);
    result.relocated = result.id !== q.id;
    result.role = h.roleName(what.role);
    result.name = what.name;
    result.identity = what.identity;
    result.href = hrefOf(element);
    result.control = h.controlOf(element, what.role);
    return result;
  };

  const getTitle = Object.getOwnPropertyDescriptor(Document.prototype, 'title').get;
  h.pageTitle = () => h.cut(getTitle.call(document), 500);
  h.topAddress = () => top().address || h.addressOf(document);

  const hrefOf = element => {
    const link = h.up(element, 'a[href],area[href]');
    return link && typeof link.href === 'string' ? h.cut(link.href, 2000) : '';
  };

  // probe is the gate as the provider calls it.
  h.probe = q => h.pass(q, (state, result) => {
    const more = q.prepare && q.purpose === 'focus' ? h.prepare(q, state) : {};
    if (more.wait || more.outcome && more.outcome !== 'ok') return more;
    if (q.purpose !== 'locate') h.watch(q, state, result);
    return more;
  });
}
