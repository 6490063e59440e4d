// Setting: signs of what a thing belongs to that are no part of its identity,
// because an agent may change them itself: the values of the fields beside it,
// the headings above it, what opened the menu that it is in, the pictures of a
// card without words, the text of an item too long for a sign. They are written
// down when the thing is published, and again after every action of the
// agent's own. A page that puts another record into the same nodes changes
// them without anybody's hand.
h => {
  'use strict';

  const { closest, querySelectorAll, getElementsByTagName } = Element.prototype;
  const textContent = Object.getOwnPropertyDescriptor(Node.prototype, 'textContent').get;

  // The settings of things by number, those published last at the end.
  const settings = new Map();
  const mostSettings = 4000;

  // Edits by hand are numbered, so that it can be told which came after a
  // setting was written down.
  let edits = 0;
  const edited = new WeakMap();
  h.edited = event => {
    const field = event.composedPath()[0];
    if (event.isTrusted && field && h.kind(field) === 1) edited.set(field, ++edits);
  };

  // So many fields and pictures say which record is shown; more are a table of
  // its own.
  const mostFields = 40;
  const mostPictures = 6;

  const written = new Set(['text', 'search', 'url', 'tel', 'email', 'number', 'date', 'time', 'datetime-local', 'month', 'week']);
  const groups = 'form,fieldset,dialog,[role=form],[role=group],[role=dialog]';

  // What is remembered within one read.
  let fieldsIn, picturesIn, openers, likes, wordsIn;
  const forget = () => {
    fieldsIn = new Map();
    picturesIn = new Map();
    openers = new Map();
    likes = new Map();
    wordsIn = new Map();
  };
  forget();
  h.onRead.push(forget);

  const fieldsOf = holder => {
    let fields = fieldsIn.get(holder);
    if (fields === undefined) {
      fields = [];
      const all = querySelectorAll.call(holder, 'input,textarea');
      for (let i = 0; all.length <= mostFields && i < all.length; i++) {
        const field = all[i];
        if (h.tag(field) === 'textarea' || written.has(field.type) && !h.isProtected(field)) fields.push(field);
      }
      fieldsIn.set(holder, fields);
    }
    return fields;
  };

  // picturesOf gives the addresses of the pictures in a holder. Those that are
  // still to come, and stand-ins in the page itself, are none.
  const picturesOf = holder => {
    let pictures = picturesIn.get(holder);
    if (pictures === undefined) {
      pictures = [];
      const all = getElementsByTagName.call(holder, 'img');
      for (let i = 0; all.length <= mostPictures && i < all.length; i++) {
        const address = all[i].currentSrc || all[i].src;
        if (/^https?:/.test(address)) pictures.push(address.replace(/[?#].*/, ''));
      }
      picturesIn.set(holder, pictures);
    }
    return pictures;
  };

  // cardOf gives the container that shows nothing but a thing and its picture.
  const cardOf = element => {
    const own = textContent.call(element);
    for (let e = h.parentOf(element), n = 0; e && n < 4; e = h.parentOf(e), n++) {
      if (getElementsByTagName.call(e, '*').length > 20 || textContent.call(e).trim() !== own.trim()) return null;
      if (getElementsByTagName.call(e, 'img').length > 0) return e;
    }
    return null;
  };

  // openerOf gives the identity of what opened the layer that a thing is in, 0
  // when that cannot be told: pages put menus and dialogs at the end of the
  // body and use one for all rows.
  const layers = '[role=menu],[role=listbox],[role=dialog],[role=alertdialog],dialog,[popover]';
  const openerOf = element => {
    const layer = closest.call(element, layers);
    if (layer === null) return 0;
    let opener = openers.get(layer);
    if (opener === undefined) {
      const id = h.attr(layer, 'id');
      const open = Array.from(h.all(h.docOf(layer), '[aria-expanded=true]')).filter(e => !layer.contains(e));
      const controls = open.filter(e => id && (h.attr(e, 'aria-controls') || '').split(/\s+/).includes(id));
      const having = controls.length > 0 ? controls : open.filter(e => (h.attr(e, 'aria-haspopup') || 'false') !== 'false');
      opener = having.length === 1 ? h.now(having[0]).identity : 0;
      openers.set(layer, opener);
    }
    return opener;
  };

  const none = [];
  const nothing = { fields: none, pictures: none, heading: '', main: '', row: null, opener: 0, passages: null, item: null, still: false, lost: false };

  // pictured tells whether the setting made last may change with pictures that
  // are still to come.
  let pictured = false;

  // surroundings gives the setting of a thing as it is now: what is its item,
  // or the container that tells it apart, and where it leads.
  const surroundings = (element, what) => {
    const { item, near, leads } = what;
    const holder = near || item;
    const box = holder || (leads ? null : closest.call(element, groups) || cardOf(element));
    const fields = box === null ? none : fieldsOf(box);
    const alone = box !== null && textContent.call(box).trim() === textContent.call(element).trim();
    const pictures = alone ? picturesOf(box) : none;
    pictured = alone && getElementsByTagName.call(box, 'img').length > 0;
    const { heading, main } = h.headed(element, what);
    const opener = openerOf(element);
    const long = h.largeItem(what);
    const still = fields.length === 0 && pictures.length === 0 && opener === 0;
    if (still && heading === '' && main === '' && long === null) return null;
    return {
      item: long && new WeakRef(long), passages: long && h.passagesOf(long), still,
      fields: fields.map(field => ({ field: new WeakRef(field), value: field.value })),
      pictures, heading, main, row: heading !== '' && item ? new WeakRef(item) : null, opener, company: null, at: edits, anchor: new WeakRef(element), box: new WeakRef(box || long || element), lost: false,
    };
  };

  // writeSetting writes down the setting of a thing that is being published. It
  // reports whether there is none, and none can come but by a change of the
  // document.
  h.writeSetting = (id, what) => {
    settings.delete(id);
    const company = companyOf(what);
    const setting = surroundings(what.element, what) || (company ? { ...nothing, at: edits, anchor: new WeakRef(what.element), box: new WeakRef(what.element) } : null);
    if (setting === null) return !pictured;
    setting.company = company;
    settings.set(id, setting);
    if (settings.size > mostSettings) settings.delete(settings.keys().next().value);
    return setting.still && company === null && !pictured;
  };

  // Company. A thing that only the controls beside it tell apart (a tool among
  // tools, a day among days) is still the same when one of those is called
  // otherwise now, provided that it is the only one of its name.
  const companyOf = what => {
    if (what.item || !what.near || !what.mute || what.leads || what.name === '') return null;
    const key = what.role + '\u0001' + what.name;
    let like = likes.get(key);
    if (like === undefined) likes.set(key, like = { count: 0 });
    like.count++;
    return { like, labels: what.labels, words: wordsOf(what.near), near: new WeakRef(what.near) };
  };
  const wordsOf = near => {
    let words = wordsIn.get(near);
    if (words === undefined) wordsIn.set(near, words = new Set(h.words(near, 600).toLowerCase().split(/\s+/)));
    return words;
  };

  // wasAlone tells whether nothing else had the role and name of a thing that
  // is known by its company.
  h.wasAlone = id => {
    const setting = settings.get(id);
    return setting !== undefined && setting.company !== null && setting.company.like.count === 1;
  };

  // isStillAlone tells whether the only thing of that name now is in the same
  // company: at least half of the words are the same, or it is one of two and
  // the other one was relabelled.
  h.isStillAlone = (id, what) => {
    const { company, heading: above } = settings.get(id);
    if (what.item || !what.near || !what.mute || what.labels !== company.labels || !h.fits(id, what)) return false;
    const words = wordsOf(what.near);
    let common = 0;
    for (const word of words) if (company.words.has(word)) common++;
    const own = new Set(h.fold(what.name).toLowerCase().split(' '));
    if (2 * (common - own.size) >= Math.max(words.size, company.words.size) - own.size) return true;
    if (company.near.deref() !== what.near || h.all(what.near, tools).length !== 2) return false;
    // Where the heading is the same, the two belong to the same record. Without
    // one, the other label must be made of the former one: Pin and Unpin.
    if (above !== '') return h.headed(what.element, what).heading === above;
    const former = without(company.words, own);
    const now = without(words, own);
    return former !== '' && now !== '' && (former.includes(now) || now.includes(former));
  };
  const tools = 'a,button,input,select,textarea,[role=button],[role=link],[role=checkbox],[role=switch],[role=menuitem]';
  const without = (words, own) => Array.from(words).filter(word => !own.has(word)).join(' ');

  // settingNow gives the setting of a thing at this moment, for a later
  // comparison.
  h.settingNow = what => surroundings(what.element, what);

  // renewSettings takes over what the agent's own action has changed. Where the
  // contents of several containers that are alike are other ones now, or one of
  // those went away, the page has used rows again for other records: what was
  // published in them is not there any more.
  h.renewSettings = () => {
    const changed = new Map(); // containers with other contents now, to the settings in them
    const moved = new Map(); // how many of their like changed or went
    const count = box => {
      const like = likeness(box);
      moved.set(like, (moved.get(like) || 0) + 1);
    };
    for (const setting of settings.values()) {
      const element = setting.anchor.deref();
      const box = setting.box.deref();
      if (!element || !box || !h.connected(element)) {
        if (box && !setting.lost) count(box);
        setting.lost = true;
        continue;
      }
      if (setting.heading !== '' || setting.main !== '') {
        const now = h.headed(element, { item: setting.row && setting.row.deref() || null, near: null, leads: false, mute: true });
        setting.heading = now.heading || setting.heading;
        setting.main = now.main || setting.main;
      }
      const item = setting.item && setting.item.deref();
      const passages = item && h.connected(item) ? h.passagesOf(item) : null;
      const other = setting.fields.some(({ field, value }) => valueIn(field, value) !== value) ||
        passages !== null && setting.passages !== null && h.otherPassages(setting.passages, passages);
      if (!other) {
        if (passages !== null) setting.passages = passages;
        setting.at = edits;
        continue;
      }
      const within = changed.get(box);
      if (within === undefined) {
        changed.set(box, [setting]);
        count(box);
      } else within.push(setting);
    }
    for (const [box, within] of changed) {
      if (moved.get(likeness(box)) > 1) continue;
      for (const setting of within) {
        for (const one of setting.fields) one.value = valueIn(one.field, one.value);
        const item = setting.item && setting.item.deref();
        if (item && h.connected(item)) setting.passages = h.passagesOf(item);
        setting.at = edits;
      }
    }
  };
  const valueIn = (ref, former) => {
    const field = ref.deref();
    return field && h.connected(field) ? field.value : former;
  };
  const likeness = box => h.tag(box) + ' ' + (h.attr(box, 'role') || '') + ' ' + (h.attr(box, 'class') || '');

  // fits tells whether a thing with an identity may be the one that was
  // published under a number: nothing around it speaks against it.
  h.fits = (id, what) => !contradicted(settings.get(id), what, null);

  // fitsSetting is fits for a setting of h.settingNow. The value of the field
  // itself, which the focus may have changed, has no say.
  h.fitsSetting = (setting, what, field) => !contradicted(setting, what, field);

  const contradicted = (before, what, except) => {
    if (!before) return false;
    const now = surroundings(what.element, what);
    if (now === null) return false; // all of it is gone: nothing says otherwise
    if (before.heading !== '' && now.heading !== '' && before.heading !== now.heading) return true;
    if (h.otherMain(before.main, now.main)) return true;
    if (before.opener !== 0 && now.opener !== 0 && before.opener !== now.opener) return true;
    if (before.passages !== null && now.passages !== null && h.otherPassages(before.passages, now.passages)) return true;
    if (before.pictures.length > 0 && before.pictures.length === now.pictures.length &&
      before.pictures.every((address, i) => address !== now.pictures[i])) return true;
    return otherValues(before, now, except);
  };

  // otherValues tells whether a third or more of the fields hold other values
  // than before, and nobody typed. What was empty may have been filled in late.
  const otherValues = (before, now, except) => {
    if (before.fields.length !== now.fields.length) return false;
    let filled = 0;
    let changed = 0;
    for (let i = 0; i < before.fields.length; i++) {
      const { field, value } = before.fields[i];
      const former = field.deref();
      if (former && edited.get(former) > before.at) return false;
      if (value === '' || former && former === except) continue;
      filled++;
      if (plain(now.fields[i].value) !== plain(value)) changed++;
    }
    return changed > 0 && 3 * changed >= filled;
  };
  // plain gives a value without what pages add to it when they format it: signs
  // between digits and letters, capitals, an empty fraction, the seconds of a
  // running clock.
  const plain = value => {
    const text = value.slice(0, 2000).toLowerCase().replace(/(\d+:\d\d):\d\d(?!\d)/g, '$1');
    const bare = text.replace(/[.,]0{1,2}(?!\d)(?=\D*$)/, '').replace(formatting, '');
    return bare === '' ? text : bare;
  };
  const formatting = /[\s\u00a0\u202f.,'\u2019()\-+$\u20ac\u00a3\u00a5%/]/g;
}
