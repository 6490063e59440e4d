// Items: the row, list item, article, dialog and so on that an element belongs
// to, and the text that tells it apart from its like.
h => {
  'use strict';

  // What is remembered within one read: the text of an item is gathered once,
  // however many elements it holds.
  let texts, places;
  const forget = () => {
    texts = new Map();
    places = new Map();
  };
  forget();
  h.onRead.push(forget);
  // forgetRead drops what was remembered when the page may have changed in the
  // middle of a read.
  h.forgetRead = () => {
    for (const drop of h.onRead) drop();
  };

  // An item's text is taken whole up to this many characters; a larger item is
  // known by its label and its beginning.
  const whole = 400;
  const beginning = 200;
  // Without an item, a container counts when it adds at most this much.
  const little = 200;
  // Raw text is gathered up to here; folding shortens it.
  const raw = 3 * whole;

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

  // Containers whose label says which of several equal things this is: the
  // month of a calendar, the billing and the shipping address. The tags' values
  // are the children that name them.
  const labelled = new Set(['table', 'grid', 'treegrid', 'group', 'radiogroup', 'listbox', 'list', 'menu', 'tree',
    'toolbar', 'tabpanel', 'dialog', 'alertdialog', 'form']);
  const labelledTags = new Map(Object.entries({
    table: 'caption', fieldset: 'legend', ul: '', ol: '', menu: '', form: '', dialog: '',
  }));

  // Beyond these lies the page, not a thing in it.
  const bounds = new Set(['html', 'body', 'main', 'nav', 'footer']);
  const boundRoles = new Set(['main', 'navigation', 'contentinfo', 'application', 'document']);

  // Text of these is no text of the item: code, and what people choose or type.
  const skipped = new Set(['script', 'style', 'template', 'noscript', 'select', 'datalist', 'textarea', 'title']);
  // Live regions come and go with what happens; they name nothing.
  const live = new Set(['alert', 'status', 'log', 'timer', 'marquee', 'progressbar']);
  // Buttons say what can be done, not what it is done to.
  const isButton = (tag, role) => tag === 'button' || tag === 'input' || role === 'button';

  const says = /[\p{L}\p{N}]/u;

  // roleAttr gives the first word of the role attribute, null without one.
  const roleAttr = element => {
    const role = h.attr(element, 'role');
    if (role === null) return null;
    const word = /\S+/.exec(role);
    return word ? word[0].toLowerCase() : null;
  };

  // A Gathering collects the text below a node, in the flat tree. Hidden text
  // counts too, or a menu that shows on hover would change what its row is.
  class Gathering {
    constructor(limit, { kind = '', items = false, buttons = true, without = null, one = false }) {
      this.limit = limit;
      this.kind = kind; // nested items of this kind are left out: they are others
      this.items = items; // whether nested items of all kinds are
      this.buttons = buttons; // whether buttons count
      this.without = without; // an element that is left out
      this.one = one; // whether the first text that says something is enough
      this.text = '';
      this.gap = false;
      this.done = false;
    }

    put(text) {
      if (text === '' || this.one && !says.test(text)) return;
      if (this.gap && this.text !== '') this.text += ' ';
      this.gap = false;
      this.text += text;
      this.done = this.one || this.text.length >= this.limit;
    }

    inside(element) {
      const root = h.shadowOf(element);
      if (root) {
        this.nodes(h.first(root));
        return;
      }
      if (h.tag(element) === 'slot') {
        const nodes = h.assigned(element);
        if (nodes.length > 0) {
          for (let i = 0; i < nodes.length && !this.done; i++) this.node(nodes[i]);
          return;
        }
      }
      this.nodes(h.first(element));
    }

    nodes(node) {
      for (; node && !this.done; node = h.next(node)) this.node(node);
    }

    node(node) {
      const type = h.kind(node);
      if (type === 3) {
        const text = node.data;
        // What an indentation holds is a gap, not worth to be copied.
        if (text.length < 2 ? text <= ' ' : !/\S/.test(text)) this.gap = true;
        else this.put(text.length > this.limit ? text.slice(0, this.limit) : text);
        return;
      }
      if (type !== 1 || node === this.without) return;
      this.gap = true;
      this.element(node);
      this.gap = true;
    }

    element(element) {
      const tag = h.tag(element);
      if (skipped.has(tag)) return;
      let role = null;
      const any = h.hasAny(element);
      if (any) {
        role = roleAttr(element);
        if (role !== null && live.has(role)) return;
        const spoken = h.attr(element, 'aria-live');
        if (spoken === 'polite' || spoken === 'assertive') return;
        if (h.isEditingHost(element)) return;
      }
      if (this.kind !== '' || this.items) {
        const kind = kindOf(tag, role);
        if (kind !== '' && (this.items || kind === this.kind)) return;
      }
      if (!this.buttons && isButton(tag, role)) return;
      if (any && this.attributes(element, tag)) return;
      this.inside(element);
    }

    // attributes collects what is said by attributes and reports whether that
    // stands for the content.
    attributes(element, tag) {
      const label = h.attr(element, 'aria-label');
      if (label !== null) this.put(label);
      switch (tag) {
        case 'img':
          if (label === null) this.put(h.attr(element, 'alt') || '');
          return true;
        case 'input':
          if (/^(submit|button|reset)$/i.test(h.attr(element, 'type') || '')) this.put(h.attr(element, 'value') || '');
          return true;
        case 'del': case 'ins': break;
        default: {
          // The exact time stands still while "2 min ago" does not.
          const time = h.attr(element, 'datetime');
          if (time) {
            this.put(time);
            return true;
          }
        }
      }
      this.gap = true;
      return false;
    }
  }

  const gather = (element, limit, options) => {
    const g = new Gathering(limit, options);
    // A definition is nothing without its term.
    if (options.kind === 'definition') {
      let term = element.previousElementSibling;
      while (term && h.tag(term) === 'dd') term = term.previousElementSibling;
      if (term && h.tag(term) === 'dt') g.inside(term);
      g.gap = true;
    }
    g.inside(element);
    return h.fold(g.text);
  };
  const plain = {};

  // ownText gives the text of an element itself.
  const ownText = element => gather(element, raw, plain);

  // textOf gives the text of an item or a container as far as it identifies.
  const textOf = (element, kind) => {
    let found = texts.get(element);
    if (found === undefined) {
      let text = gather(element, raw, { kind });
      const large = text.length > whole;
      if (large) {
        text = labelOf(element, h.tag(element)) + '\u0002' + gather(element, 2 * beginning, { kind, items: true }).slice(0, beginning);
      }
      found = { kind, text, large, timeless: undefined };
      texts.set(element, found);
    }
    return found;
  };

  // labelOf gives what an author called a container.
  const labelOf = (element, tag) => {
    const label = h.attr(element, 'aria-label');
    if (label) return h.fold(label).slice(0, 100);
    const ids = h.attr(element, 'aria-labelledby');
    if (ids) return h.byIds(element, ids).map(e => gather(e, 100, plain)).join(' ').slice(0, 100);
    const name = labelledTags.get(tag);
    if (!name) return '';
    for (let child = element.firstElementChild; child; child = child.nextElementSibling) {
      if (h.tag(child) === name) return gather(child, 100, plain).slice(0, 100);
    }
    return '';
  };

  // placeOf tells where an element stands: the nearest item (the element
  // itself may be one), the place around that item, and the labels of all
  // containers from here to the top.
  h.placeOf = element => {
    const pending = [];
    let place;
    for (let e = element; e && !(place = places.get(e)); e = h.parentOf(e)) pending.push(e);
    if (!place) place = { item: null, kind: '', outer: null, labels: '' };
    while (pending.length > 0) {
      const e = pending.pop();
      place = placeIn(e, place);
      places.set(e, place);
    }
    return place;
  };

  const placeIn = (element, around) => {
    const tag = h.tag(element);
    const any = h.hasAny(element);
    const role = any ? roleAttr(element) : null;
    let { labels } = around;
    if (labelledTags.get(tag) || any && (labelledTags.has(tag) || role !== null && labelled.has(role))) {
      // Counts in labels change with what is in the container.
      const label = labelOf(element, tag).replace(/\d+/g, '#');
      if (label !== '') labels += '\u0001' + label;
    }
    const kind = kindOf(tag, role);
    if (kind !== '') return { item: element, kind, outer: around, labels };
    if (labels === around.labels) return around;
    return { item: around.item, kind: around.kind, outer: around.outer, labels };
  };

  // itemOf finds the item whose text tells the element apart from its like:
  // the first one that adds text to the element's own, going from kind to kind
  // (the row around a menu item). Where that is large, or there is none, near
  // is a small container that adds a little.
  h.itemOf = (element, place, name) => {
    const own = ownText(element);
    let first = null;
    let item = null;
    const passed = [];
    for (let at = place; at && at.item; at = at.outer) {
      if (passed.includes(at.kind)) continue;
      const found = textOf(at.item, at.kind);
      if (!first) first = at.item;
      if (at.item !== element && (found.large || found.text.length > own.length && found.text !== name)) {
        item = at.item;
        break;
      }
      passed.push(at.kind);
    }
    if (item && !texts.get(item).large) return { item, near: null };
    const near = nearOf(element, item, own, name);
    return { item: item || (near ? null : first), near };
  };

  // nearOf gives the nearest container below the item or the landmark that
  // adds a little text, passing over those that add other controls only, as
  // long as it holds the element once: with two equal ones inside, a container
  // tells nothing.
  const nearOf = (element, item, own, name) => {
    let best = null;
    let known = own;
    for (let e = h.parentOf(element); e && e !== item; e = h.parentOf(e)) {
      if (bounds.has(h.tag(e))) break;
      if (h.hasAny(e)) {
        const role = roleAttr(e);
        if (role !== null && boundRoles.has(role)) break;
      }
      const found = textOf(e, '');
      if (found.large || found.text.length > own.length + little) break;
      if (found.text === known || found.text === name) continue;
      if (isPage(e) || hasTwin(e, element, own)) break;
      known = found.text;
      best = e;
      if (speaks(h.first(h.shadowOf(e) || e))) break;
    }
    return best;
  };

  // isPage tells whether a container holds all text of the page: the root of
  // an application is no thing in it.
  const isPage = element => {
    for (let e = element, parent; (parent = h.parentOf(e)); e = parent) {
      let n = 0;
      for (let other = parent.firstElementChild; other && n < 30; other = other.nextElementSibling, n++) {
        if (other !== e && !skipped.has(h.tag(other)) && /\S/.test(other.textContent)) return false;
      }
      if (bounds.has(h.tag(parent))) return true;
    }
    return true;
  };

  const hasTwin = (container, element, own) => {
    const tag = h.tag(element);
    const label = h.attr(element, 'aria-label');
    const all = container.getElementsByTagName(tag);
    for (let i = 0; i < all.length && i < 50; i++) {
      const other = all[i];
      if (other === element || h.attr(other, 'aria-label') !== label) continue;
      if (tag === 'input' && other.type !== element.type) continue;
      if (element.contains(other) || other.contains(element)) continue;
      if (ownText(other) === own) return true;
    }
    return false;
  };

  const controls = new Set(['button', 'link', 'tab', 'menuitem', 'checkbox', 'radio', 'switch', 'option']);

  // speaks tells whether there is text outside of controls among the nodes.
  const speaks = node => {
    for (; node; node = h.next(node)) {
      const type = h.kind(node);
      if (type === 3 ? says.test(node.data) : type === 1 && voiced(node)) return true;
    }
    return false;
  };
  const voiced = element => {
    const tag = h.tag(element);
    if (skipped.has(tag) || tag === 'a' || tag === 'button' || tag === 'label') return false;
    const role = roleAttr(element);
    if (role !== null && (controls.has(role) || live.has(role))) return false;
    if (tag === 'img') return says.test(h.attr(element, 'alt') || '');
    return speaks(h.first(h.shadowOf(element) || element));
  };

  // itemText joins the texts that h.itemOf found; timed tells whether the
  // relative times in it may be left out, because there is other text.
  h.itemText = ({ item, near }) => {
    if (!item && !near) return '';
    const parts = [];
    if (near) parts.push(textOf(near, '').text);
    if (item) parts.push(texts.get(item).text);
    return parts.join('\u0003');
  };

  // lasting gives the item's text without its buttons and relative times.
  h.lasting = ({ item, near }) => [near, item].map(e => e
    ? h.timeOff(h.timeless(gather(e, raw, { kind: texts.get(e).kind, buttons: false }))) : '').join(' ');

  // plainText gives the beginning of what an element says.
  h.plainText = (element, limit) => gather(element, limit, plain);

  // leadOf gives the first words of an item outside of the element and of
  // buttons: what a person would call the item.
  h.leadOf = (item, element) => gather(item, raw, { buttons: false, without: element, one: true }).slice(0, 200);
}
