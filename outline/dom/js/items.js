// Items: the row, list item, article, dialog and so on that an element belongs
// to, and the text that tells it apart from its like. All of it is asked for
// every operable element of a page, so the browser's own code does the work
// wherever it can.
h => {
  'use strict';

  const { matches, closest, querySelector, querySelectorAll, getElementsByTagName } = Element.prototype;
  const { getter } = h;
  const firstChild = getter(Node.prototype, 'firstChild');
  const nextSibling = getter(Node.prototype, 'nextSibling');
  const parentNode = getter(Node.prototype, 'parentNode');

  // What is remembered within one read: the text of an item is gathered once,
  // however many elements it holds.
  let signs, places, around;
  const forget = () => {
    signs = new Map();
    places = new Map();
    around = new Map();
  };
  forget();
  h.onRead.push(forget);
  // forgetRead drops what was remembered when the page may have changed in the
  // middle of a read.
  h.forgetRead = () => {
    for (const drop of h.onRead) drop();
  };

  // An item's text is taken whole up to this many characters, indents and all;
  // a larger item is known by its label and its beginning.
  const whole = 800;
  const beginning = 200;
  // Without an item, a container counts when it adds at most this much.
  const little = 200;
  // Containers around an element are looked at up to this far, and when they
  // hold no more elements than this.
  const far = 8;
  const crowd = 300;
  // Text is not looked for below so many elements.
  const deepest = 300;

  // Kinds of items by role and by tag. Cells are none: a row is what is listed.
  const kinds = new Map(Object.entries({
    row: 'row', listitem: 'listitem', article: 'article', comment: 'article', option: 'option', treeitem: 'treeitem',
    menuitem: 'menuitem', menuitemcheckbox: 'menuitem', menuitemradio: 'menuitem', tabpanel: 'tabpanel',
    dialog: 'dialog', alertdialog: 'dialog',
  }));
  const tags = new Map(Object.entries({
    tr: 'row', li: 'listitem', article: 'article', option: 'option', dialog: 'dialog', dd: 'definition',
  }));
  const kindOf = (tag, role) => role !== null && kinds.get(role) || tags.get(tag) || '';
  const itemTags = [...tags.keys()].join();
  h.isItem = (tag, role) => kindOf(tag, role) !== '';

  // Containers whose label says which of several equal things this is: the
  // month of a calendar, the billing and the shipping address. The tags' values
  // are the children that name them.
  const labelled = new Set(['table', 'grid', 'treegrid', 'group', 'radiogroup', 'listbox', 'list', 'menu', 'tree',
    'toolbar', 'tabpanel', 'dialog', 'alertdialog', 'form']);
  const labelledTags = new Map(Object.entries({
    table: 'caption', fieldset: 'legend', ul: '', ol: '', menu: '', form: '', dialog: '',
  }));

  // Places change at these elements only.
  const stops = itemTags + ',fieldset,table,[role],[aria-label],[aria-labelledby]';

  // Beyond these lies the page, not a thing in it.
  const bounds = new Set(['html', 'body', 'main', 'nav', 'footer']);
  const boundRoles = new Set(['main', 'navigation', 'contentinfo', 'application', 'document']);

  // Text of these is no text of the item: code, and what people choose or type.
  const skipped = new Set(['script', 'style', 'template', 'noscript', 'select', 'datalist', 'textarea']);
  // Live regions come and go with what happens; they name nothing.
  const live = new Set(['alert', 'status', 'log', 'timer', 'marquee', 'progressbar']);

  const { says } = h;

  // roleAttr gives the first word of the role attribute, null without one.
  const roleAttr = element => {
    const role = h.attr(element, 'role');
    if (role === null) return null;
    const word = /\S+/.exec(role);
    return word ? word[0].toLowerCase() : null;
  };

  // shadowy tells whether the page shows anything through shadow roots, which
  // most never do. It is looked for again when the number of elements changed.
  let shadows = false;
  let asked = false;
  h.onRead.push(() => { asked = false; });
  const counted = new WeakMap();
  const shadowy = () => {
    if (shadows || asked) return shadows;
    if (h.anyClosed()) return (shadows = true);
    asked = true;
    for (const doc of h.documents()) {
      const all = byTag.call(doc, '*');
      const n = all.length;
      if (counted.get(doc) === n) continue;
      counted.set(doc, n);
      for (let i = 0; i < n; i++) {
        if (h.shadowOf(all[i]) === null) continue;
        shadows = true;
        return true;
      }
    }
    return false;
  };
  h.shadowy = shadowy;
  const byTag = Document.prototype.getElementsByTagName;

  // Signs. The sign of an item is its text as far as it identifies, folded.
  // Cells of a row stand apart, so that 1|23 is not 12|3.
  const bar = '\u0001';

  // marked are the elements whose text counts in a way of its own.
  const marked = [...skipped].join() + ',img,slot,input[type=submit],input[type=button],input[type=reset],[aria-label],' +
    '[aria-live],[contenteditable],[datetime],' + [...live].map(role => `[role=${role}]`).join();
  // Items in items of the same kind are others.
  const nested = new Map();
  for (const kind of new Set([...kinds.values(), ...tags.values()])) {
    const list = [...tags].filter(e => e[1] === kind).map(e => e[0]);
    for (const [role, of] of kinds) if (of === kind) list.push(`[role=${role}]`);
    nested.set(kind, `${marked},${list.join()}`);
  }
  nested.set('', marked);

  // signOf gives {text, size, large, digest}: the sign, how many characters
  // without spaces it has, whether only the beginning is in it, and what
  // identities make of it. The sign of a large item is made when it is needed.
  // It depends on nothing but the element, or identities would depend on what
  // was asked before.
  const signOf = element => {
    let sign = signs.get(element);
    if (sign === undefined) {
      const kind = kindOf(h.tag(element), h.hasAny(element) ? roleAttr(element) : null);
      const raw = h.textOf(element);
      const large = raw.length > whole;
      const text = large ? null : smallSign(element, kind, raw);
      sign = { kind, text, large, size: large ? Infinity : sizeOf(text), times: false, digest: null, lasting: null, page: null, speaks: null };
      signs.set(element, sign);
    }
    return sign;
  };

  const smallSign = (element, kind, raw) => {
    let text;
    if (kind === 'definition' || querySelector.call(element, nested.get(kind)) !== null || shadowy() && throughShadow(element)) {
      text = markedSign(element, kind, false, whole);
    } else if (kind === 'row') text = rowSign(element);
    else text = fold(raw);
    const label = kind === '' ? null : h.attr(element, 'aria-label');
    if (label) text = fold(label) + ' ' + text;
    return text;
  };

  // complete makes the sign of a large item.
  const complete = (element, sign) => {
    if (sign.text === null) {
      sign.text = labelOf(element, h.tag(element)) + '\u0002' +
        markedSign(element, sign.kind, true, beginning).replaceAll(bar, ' ').slice(0, beginning);
    }
    return sign;
  };

  const throughShadow = element => {
    if (h.shadowOf(element) !== null) return true;
    const all = getElementsByTagName.call(element, '*');
    for (let i = 0, n = all.length; i < n; i++) if (h.shadowOf(all[i]) !== null) return true;
    return false;
  };

  const spaces = /[\s\u00a0\u200b\ufeff]+/g;
  const sizeOf = text => text.replace(spaces, '').replaceAll(bar, '').length;
  const fold = text => text.replace(spaces, ' ').trim();

  const rowSign = element => {
    let text = '';
    for (let node = firstChild.call(element); node !== null; node = nextSibling.call(node)) {
      if (h.kind(node) !== 1) continue;
      const part = fold(h.textOf(node));
      text += text === '' ? part : bar + part;
    }
    return text;
  };

  // markedSign gives the same for what has. items tells whether nested items
  // of all kinds are left out.
  const markedSign = (element, kind, items, limit) => {
    const room = 4 * limit; // raw text; folding shortens it
    let sign = '';
    let text = '';
    const append = node => {
      const type = h.kind(node);
      if (type === 3) text += node.data;
      else if (type === 1) part(node);
    };
    const inside = e => {
      const root = h.shadowOf(e);
      if (root === null && h.tag(e) === 'slot') {
        const nodes = h.assigned(e);
        if (nodes.length > 0) {
          for (let i = 0; i < nodes.length && text.length < room; i++) append(nodes[i]);
          return;
        }
      }
      for (let node = firstChild.call(root || e); node !== null && text.length < room; node = nextSibling.call(node)) append(node);
    };
    let depth = 0;
    const part = e => {
      if (depth === deepest) return;
      depth++;
      counts(e);
      depth--;
    };
    const counts = e => {
      const tag = h.tag(e);
      if (skipped.has(tag)) return;
      if (!h.hasAny(e)) {
        if (tags.has(tag) && (items || tags.get(tag) === kind)) return;
        inside(e);
        return;
      }
      const role = roleAttr(e);
      const own = kindOf(tag, role);
      if (own !== '' && (items || own === kind)) return;
      if (!matches.call(e, marked)) {
        inside(e);
        return;
      }
      if (role !== null && live.has(role)) return;
      const spoken = h.attr(e, 'aria-live');
      if (spoken === 'polite' || spoken === 'assertive' || h.isEditingHost(e)) return;
      const label = h.attr(e, 'aria-label');
      if (label !== null) text += ' ' + label + ' ';
      if (tag === 'img') {
        if (label === null) text += ' ' + (h.attr(e, 'alt') || '') + ' ';
      } else if (tag === 'input') text += ' ' + (h.attr(e, 'value') || '') + ' ';
      else {
        // The exact time stands still while "2 min ago" does not.
        const time = tag === 'del' || tag === 'ins' ? null : h.attr(e, 'datetime');
        if (time) text += ' ' + time + ' ';
        else inside(e);
      }
    };
    if (kind === 'row' && !items) {
      for (let node = firstChild.call(element); node !== null; node = nextSibling.call(node)) {
        if (h.kind(node) !== 1) continue;
        text = '';
        part(node);
        const folded = fold(text);
        sign += sign === '' ? folded : bar + folded;
      }
      return sign;
    }
    if (kind === 'definition') {
      const term = h.termOf(element);
      if (term) part(term);
      text += ' ';
    }
    inside(element);
    return fold(text);
  };

  // termOf gives the term that a definition belongs to, null for other items.
  h.termOf = item => {
    let term = item;
    while (term && h.tag(term) === 'dd') term = h.previousElement(term);
    return term && term !== item && h.tag(term) === 'dt' ? term : null;
  };

  // labelOf gives what an author called a container.
  const labelOf = (element, tag) => {
    const label = h.attr(element, 'aria-label');
    if (label) return fold(label).slice(0, 100);
    const ids = h.attr(element, 'aria-labelledby');
    if (ids) return h.byIds(element, ids).map(e => fold(h.textOf(e))).join(' ').slice(0, 100);
    const name = labelledTags.get(tag);
    if (!name) return '';
    for (let child = h.firstElement(element); child; child = h.nextElement(child)) {
      if (h.tag(child) === name) return fold(h.textOf(child)).slice(0, 100);
      if (tag === 'table') break; // a caption comes first
    }
    return '';
  };

  // Places. A place tells the nearest item, the place around that item, and the
  // labels of all containers from here to the top.
  const nowhere = { item: null, kind: '', outer: null, labels: '' };

  // placeOf gives the place of an element, which may be an item itself.
  const placeOf = (element, role) => {
    if (shadowy()) return placeInFlatTree(element);
    if (kinds.has(role)) return placeAt(element);
    const parent = parentNode.call(element);
    return parent !== null && h.kind(parent) === 1 ? placeAround(parent) : nowhere;
  };

  // placeAround gives the place of what is in an element.
  const placeAround = element => {
    let place = around.get(element);
    if (place === undefined) {
      const stop = closest.call(element, stops);
      place = stop === null ? nowhere : placeAt(stop);
      around.set(element, place);
    }
    return place;
  };

  // placeAt gives the place that an element of the stops makes.
  const placeAt = stop => {
    let place = places.get(stop);
    if (place === undefined) {
      const parent = parentNode.call(stop);
      place = placeIn(stop, parent !== null && h.kind(parent) === 1 ? placeAround(parent) : nowhere);
      places.set(stop, place);
    }
    return place;
  };

  // placeInFlatTree climbs through slots and shadow roots.
  const placeInFlatTree = element => {
    const pending = [];
    let place;
    for (let e = element; e && !(place = places.get(e)); e = h.parentOf(e)) pending.push(e);
    if (!place) place = nowhere;
    while (pending.length > 0) {
      const e = pending.pop();
      if (matches.call(e, stops)) place = placeIn(e, place);
      places.set(e, place);
    }
    return place;
  };

  const placeIn = (element, outer) => {
    const tag = h.tag(element);
    const any = h.hasAny(element);
    const role = any ? roleAttr(element) : null;
    let { labels } = outer;
    if (labelledTags.get(tag) || any && (labelledTags.has(tag) || role !== null && labelled.has(role))) {
      // Counts in labels change with what is in the container.
      const label = labelOf(element, tag).replace(/\d+/g, '#');
      if (label !== '') labels += bar + label;
    }
    const kind = kindOf(tag, role);
    if (kind !== '') return { item: element, kind, outer, labels };
    if (labels === outer.labels) return outer;
    return { item: outer.item, kind: outer.kind, outer: outer.outer, labels };
  };

  // locate finds the item whose text tells the element apart from its like:
  // the first one that adds text to the element's own, going from kind to kind
  // (the row around a menu item). Where that is large, or there is none, near
  // is a small container that adds a little. A link that leads somewhere is
  // told apart by where it leads, so it looks no further than its own item.
  // The answer is put into found.
  h.locate = (element, role, name, leads, found) => {
    const place = placeOf(element, role);
    found.labels = place.labels;
    found.item = found.near = null;
    found.mute = true;
    let first = null;
    let passed = null;
    for (let at = place; at !== null && at.item !== null; at = at.outer) {
      if (passed !== null && passed.includes(at.kind)) continue;
      if (first === null) first = at.item;
      if (at.item !== element && !(first === at.item && fills(element, at))) {
        const sign = signOf(at.item);
        if (sign.text !== name && outgrows(sign, element)) {
          found.item = at.item;
          break;
        }
      }
      if (leads) break;
      if (passed === null) passed = [];
      passed.push(at.kind);
    }
    if (leads) {
      if (found.item !== null && signs.get(found.item).large) found.item = null;
      return;
    }
    if (found.item !== null && !signs.get(found.item).large) return;
    found.near = nearOf(element, found.item, name);
    found.mute = found.near === null || !signs.get(found.near).speaks;
    if (found.item === null && found.near === null) found.item = first;
  };

  // fills tells whether an element is all that an item holds, as in most menus.
  const fills = (element, { item, kind }) => nextSibling.call(element) === null && firstChild.call(item) === element &&
    kind !== 'definition' && !h.has(item, 'aria-label');

  // outgrows tells whether there is more text in an item than in the element.
  const outgrows = (sign, element) => {
    const own = h.textOf(element);
    return sign.size > own.length || sign.size > own.replace(spaces, '').length;
  };

  // nearOf gives the nearest container below the item or the landmark that
  // adds a little text, passing over those that add other controls only, as
  // long as it holds the element once: with two equal ones inside, a container
  // tells nothing.
  const nearOf = (element, item, name) => {
    const text = h.textOf(element);
    const own = text.replace(spaces, '').length;
    let best = null;
    let known = own;
    let e = h.parentOf(element);
    for (let n = 0; e !== null && e !== item && n < far; e = h.parentOf(e), n++) {
      if (bounds.has(h.tag(e))) break;
      if (h.hasAny(e)) {
        const role = roleAttr(e);
        if (role !== null && boundRoles.has(role)) break;
      }
      if (getElementsByTagName.call(e, '*').length > crowd) break;
      const sign = signOf(e);
      if (sign.size > own + little) break;
      if (sign.size === known || sign.text === name) continue;
      if (isPage(e, sign) || hasTwin(e, element, text)) break;
      known = sign.size;
      best = e;
      if (sign.speaks === null) sign.speaks = speaks(e, sign);
      if (sign.speaks) break;
    }
    return best;
  };

  // isPage tells whether a container holds all text of the page: the root of
  // an application is no thing in it.
  const isPage = (element, sign) => {
    if (sign.page === null) sign.page = findsNothingAround(element);
    return sign.page;
  };
  const findsNothingAround = element => {
    for (let e = element, parent; (parent = h.parentOf(e)); e = parent) {
      const root = h.parent(e); // a shadow root holds the siblings of what is in it
      const first = firstChild.call(root && h.kind(root) === 11 ? root : parent);
      for (let other = first, n = 0; other && n < 60; other = nextSibling.call(other), n++) {
        if (other !== e && h.kind(other) === 1 && !skipped.has(h.tag(other)) && hasText(other)) return false;
      }
      if (bounds.has(h.tag(parent))) return true;
    }
    return true;
  };
  const hasText = element => {
    const walker = h.walkerIn(h.docOf(element), element, NodeFilter.SHOW_TEXT);
    for (let node, n = 0; n < 50 && (node = walker.nextNode()); n++) if (/\S/.test(node.data)) return true;
    return false;
  };

  const hasTwin = (container, element, text) => {
    const tag = h.tag(element);
    const all = getElementsByTagName.call(container, tag);
    const n = all.length;
    if (n < 2) return false;
    const label = h.attr(element, 'aria-label');
    for (let i = 0; i < n && i < 50; i++) {
      const other = all[i];
      if (other === element || h.textOf(other) !== text || h.attr(other, 'aria-label') !== label) continue;
      if (tag === 'input' && other.type !== element.type) continue;
      if (h.contains(element, other) || h.contains(other, element)) continue;
      return true;
    }
    return false;
  };

  const controls = 'a,button,label,select,textarea,option,script,style,[role=button],[role=link],[role=tab],' +
    '[role=menuitem],[role=checkbox],[role=radio],[role=switch],[role=option],' + [...live].map(role => `[role=${role}]`).join();

  // speaks tells whether a container has text outside of its controls.
  const speaks = (container, sign) => {
    let size = 0;
    for (const control of querySelectorAll.call(container, controls)) size += sizeOf(h.textOf(control));
    if (sizeOf(h.textOf(container)) > size || shadowy() && sign.size > size) return true;
    for (const image of querySelectorAll.call(container, 'img[alt]')) if (says.test(h.attr(image, 'alt'))) return true;
    return false;
  };

  // signFor gives the sign of an item or a container that h.locate found.
  h.signFor = element => complete(element, signOf(element));

  // largeItem gives the item of a thing when only its beginning is in its sign,
  // null otherwise. The panels around things with words of their own are places
  // for many records, not one.
  h.largeItem = ({ item, near, mute }) => {
    if (!item) return null;
    const { large, kind } = signOf(item);
    return large && (near === null || mute || kind !== 'tabpanel') ? item : null;
  };

  // lasting gives the text of an item without its buttons and relative times.
  h.lasting = ({ item, near }) => (near ? lastingOf(near) : '') + ' ' + (item ? lastingOf(item) : '');
  const lastingOf = element => {
    const sign = signs.get(element);
    if (sign.lasting === null) {
      sign.lasting = h.timeOff(h.timeless(h.words(element, whole, { kind: sign.kind, buttons: false })));
    }
    return sign.lasting;
  };
}
