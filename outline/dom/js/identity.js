// Identity: what makes an element this thing and no other. It is a digest of
// the role, the name, the labels of the containers around and the text of the
// item that the element belongs to. A node that a page uses again for another
// row keeps its role and often its name; the item's text tells.
h => {
  'use strict';

  const { says } = h;

  // The digest mixes strings into two lanes of 32 bits and gives 53, never 0.
  let one = 0;
  let two = 0;
  const begin = () => {
    one = 0x1b873593;
    two = 0x2f0b4a27;
  };
  const mix = text => {
    let a = one;
    let b = two;
    for (let i = 0, n = text.length; i < n; i++) {
      const c = text.charCodeAt(i);
      a = Math.imul(a ^ c, 0x9e3779b1);
      b = Math.imul(b ^ c, 0x5f356495);
    }
    // No character is this large, so parts cannot run into each other.
    mixNumber(a, b, 0x10000);
  };
  const mixNumber = (a, b, n) => {
    a = Math.imul(a ^ n, 0x9e3779b1);
    b = Math.imul(b ^ n, 0x5f356495);
    one = a ^ a >>> 15;
    two = b ^ b >>> 13;
  };
  const end = () => {
    const a = Math.imul(one ^ one >>> 16, 0x85ebca6b) ^ Math.imul(two ^ two >>> 13, 0xc2b2ae35);
    const b = Math.imul(two ^ two >>> 16, 0x85ebca6b) ^ Math.imul(a ^ a >>> 13, 0xc2b2ae35);
    return (b & 0x1fffff) * 0x100000000 + (a >>> 0) || 1;
  };

  // leadsTo gives where a link leads, '' when that is nowhere but here, so that
  // a script makes something of it.
  const leadsTo = element => {
    const href = h.attr(element, 'href');
    return href === null || href === '' || href[0] === '#' || /^\s*javascript:/i.test(href) ? '' : href.slice(0, 1000);
  };

  // found is where h.locate puts its answer.
  const found = { item: null, near: null, mute: true, labels: '', leads: false };

  // weigh makes the digest of a sign, once. times tells that it would be
  // another one without relative times.
  const weigh = sign => {
    const text = h.timeless(sign.text);
    begin();
    mix(text);
    sign.times = text !== sign.text;
    sign.digest = [one, two];
  };

  h.identity = (element, role, name) => {
    const href = role === 'link' ? leadsTo(element) : '';
    found.leads = href !== '';
    h.locate(element, role, name, found.leads, found);
    const near = found.near === null ? null : h.signFor(found.near);
    const item = found.item === null ? null : h.signFor(found.item);
    if (near !== null && near.digest === null) weigh(near);
    if (item !== null && item.digest === null) weigh(item);
    let called = h.timeless(name);
    // Where nothing but times tells the thing from its like, they do count.
    const timed = near !== null && near.times || item !== null && item.times;
    const plain = (timed || called !== name) && onlyTimes(called, timed);
    if (plain) called = name;
    begin();
    mix(role);
    mix(called);
    mix(found.labels);
    if (near !== null) count(near, plain);
    if (item !== null) count(item, plain);
    else if (near === null) mix(href);
    return end();
  };
  const count = (sign, plain) => {
    if (plain) mix(sign.text);
    else {
      mixNumber(one, two, sign.digest[0]);
      mixNumber(one, two, sign.digest[1]);
    }
  };
  const onlyTimes = (called, timed) => {
    const rest = h.timeOff(called);
    if (says.test(h.lasting(found).replace(rest, ''))) return false;
    return timed || !says.test(rest);
  };

  // describe tells what makes up the identity of an element.
  h.describe = (element, role, name) => {
    const identity = h.identity(element, role, name);
    return { element, role, name, item: found.item, near: found.near, mute: found.mute, labels: found.labels, leads: found.leads, identity };
  };

  // publish gives the identity of an element that is given a number in an
  // outline, and writes down its setting. publishedBare tells of the last one
  // that it has no setting; see h.writeSetting.
  h.publish = (element, role, name) => {
    const identity = h.identity(element, role, name);
    h.publishedBare = h.writeSetting(h.idOf(element), { ...found, element, role, name });
    return identity;
  };

  const merelyScrolled = (element, role) => {
    const why = h.reasonFor(element);
    if (why === h.WHY.nothing) return true;
    return (why === h.WHY.focus || why === h.WHY.aim) && h.justScrolls(element, role, getComputedStyle(element));
  };

  // nameNow gives what an element is called at this moment. What is merely
  // scrolled is not called by what it shows.
  h.nameNow = (element, role) => {
    const name = h.name(element, role);
    return h.nameSource === h.FROM.content && merelyScrolled(element, role) ? h.accessibleName(element, role) : name;
  };

  // now tells what an element is at this moment. It needs an open read.
  h.now = element => {
    const role = h.role(element);
    return h.describe(element, role, h.nameNow(element, role));
  };

  // roleName gives the role as outlines print it.
  h.roleName = role => role === '' || role === 'none' || role === 'presentation' ? 'generic' : role;

  // briefly names a thing for people, with the beginning of what its item says:
  // a "Cancel" is one of many.
  h.briefly = what => {
    const holder = what.near || what.item;
    const item = holder ? h.cut(h.words(holder, 81), 80) : '';
    return { id: h.knownId(what.element), role: h.roleName(what.role), name: what.name, item: item === what.name ? '' : item };
  };

  // Where elements of a role are to be looked for. Any other role may be worn
  // by any element.
  const byRole = new Map(Object.entries({
    link: 'a,area,[role]', button: 'button,input,summary,[role]', checkbox: 'input,[role]', radio: 'input,[role]',
    textbox: 'input,textarea,[role],[contenteditable]', searchbox: 'input,[role]', combobox: 'select,input,[role]',
    listbox: 'select,[role]', slider: 'input,[role]', spinbutton: 'input,[role]', option: 'option,[role]',
    switch: 'input,button,[role]', tab: '[role]', menuitem: '[role]', menuitemcheckbox: '[role]',
    menuitemradio: '[role]', treeitem: '[role]', row: 'tr,[role]', listitem: 'li,[role]',
  }));

  const fields = new Set(['input', 'select', 'textarea', 'meter', 'progress', 'output']);

  // mayBeNamed is a quick look whether the element could have the name: one
  // whose plain text shares no word with it cannot, unless something else than
  // text names it.
  const mayBeNamed = (element, words) => {
    if (words.length === 0) return true;
    const text = textContent.call(element);
    if (text.length > 5000) return false;
    for (const one of words) if (text.includes(one)) return true;
    if (fields.has(h.tag(element))) return true; // a label may name it
    if (h.hasAny(element) && h.is(element, naming)) return true;
    return text.trim() === '' || h.one(element, naming) !== null;
  };
  const naming = '[aria-label],[aria-labelledby],[title],[alt],[placeholder],[value],[label],svg,slot';
  const textContent = Object.getOwnPropertyDescriptor(Node.prototype, 'textContent').get;

  // relocate finds elements with the identity whose setting is the one that was
  // written down under a number. Without any, it is the element itself (except)
  // when that was the only one of its name and still is: moved and called
  // otherwise at once would be no evidence.
  h.relocate = (identity, role, name, address, except, id = 0) => {
    const found = h.called(role, name, address, except, what => what.identity === identity && h.fits(id, what), id);
    if (found.length > 0 || !h.wasAlone(id)) return found;
    const alone = h.called(role, name, address, null, () => true, id);
    return alone.length === 1 && alone[0].element === except && h.isStillAlone(id, alone[0]) ? alone : [];
  };

  // A frame may show another document at the same address. Nothing in it is what
  // an element was that has its number from before it was first read.
  const seenSince = new WeakMap();
  h.seen = doc => {
    if (!seenSince.has(doc)) seenSince.set(doc, h.lastId());
  };
  const mayHold = (doc, id) => id === 0 || doc === document || seenSince.get(doc) < id;

  // called finds operable, shown elements of a role and name in the documents
  // that scripts reach from here, that have the address (any, when it is empty)
  // and that may hold the thing of a number (0 for any), as far as they are
  // accepted. It stops at the second one.
  h.called = (role, name, address, except, accepts, id) => {
    const found = [];
    role = h.roleName(role);
    const selector = byRole.get(role) || '*';
    const words = h.fold(name).split(' ').filter(word => word !== '');
    const called = h.timeless(name);
    const look = root => {
      for (const element of h.all(root, selector)) {
        if (element === except || !mayBeNamed(element, words)) continue;
        const raw = h.role(element);
        if (h.roleName(raw) !== role) continue;
        const full = h.name(element, raw);
        if (h.timeless(full) !== called || !reachable(element) || !(h.operable(element) || scrolls(element))) continue;
        const what = h.describe(element, raw, full);
        if (!accepts(what)) continue;
        found.push(what);
        if (found.length > 1) return;
      }
    };
    for (const root of h.roots()) {
      const doc = h.kind(root) === 9 ? root : h.docOf(root);
      if (address && h.addressOf(doc) !== address || !mayHold(doc, id)) continue;
      look(root);
      if (found.length > 1) break;
    }
    return found;
  };

  const scrolls = element => h.scrollNote(element, getComputedStyle(element)) !== '';

  // reachable tells whether a person can get at the element: it is shown, or a
  // label of it is.
  const reachable = element => h.shown(element) || h.labelsOf(element).some(h.shown);

  // labelsOf gives the labels of a control, in their order. Within a read all
  // labels of a tree are found at once: a browser searches the whole tree for
  // those of each control, which takes minutes for large tables of buttons.
  const labels = new Map();
  h.onRead.push(() => labels.clear());
  h.labelsOf = element => {
    if (!labelable.has(h.tag(element))) return none;
    if (!h.reading()) return Array.from(element.labels || none);
    const root = h.treeOf(element);
    let known = labels.get(root);
    if (known === undefined) {
      known = new Map();
      for (const label of h.kind(root) === 1 ? [] : h.all(root, 'label')) {
        const { control } = label;
        if (!control) continue;
        const list = known.get(control);
        if (list === undefined) known.set(control, [label]);
        else list.push(label);
      }
      labels.set(root, known);
    }
    return known.get(element) || none;
  };
  const none = [];
  const labelable = new Set(['button', 'input', 'meter', 'output', 'progress', 'select', 'textarea']);

  // documents gives the documents that scripts reach from the world's own.
  h.documents = () => {
    const found = [document];
    for (let i = 0; i < found.length && found.length < 300; i++) {
      const view = h.windowOf(found[i]);
      for (let n = 0; view && n < view.length; n++) {
        try {
          if (view[n].document) found.push(view[n].document);
        } catch {
          // another origin's
        }
      }
    }
    return found;
  };

  // roots gives the documents and the shadow roots in them.
  h.roots = () => {
    const roots = h.documents();
    for (let i = 0; i < roots.length; i++) {
      for (const element of h.all(roots[i], '*')) {
        const shadow = h.shadowOf(element);
        if (shadow) roots.push(shadow);
      }
    }
    return roots;
  };

  // addressOf gives the address of a document, '' when nothing can be told.
  h.addressOf = doc => {
    try {
      return h.windowOf(doc).location.href || '';
    } catch {
      return '';
    }
  };
}
