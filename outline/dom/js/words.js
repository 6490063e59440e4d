// Words: the text below an element as a person would read it out, for
// comparing what things say before and after.
h => {
  'use strict';

  const skipped = new Set(['script', 'style', 'template', 'noscript', 'select', 'datalist', 'textarea']);
  const live = new Set(['alert', 'status', 'log', 'timer', 'marquee', 'progressbar']);
  // Buttons say what can be done, not what it is done to.
  const isButton = (tag, role) => tag === 'button' || tag === 'input' || role === 'button';
  const { says } = h;
  // Text is not looked for below so many elements.
  const deepest = 300;

  // A Gathering collects the text below a node, in the flat tree. Hidden text
  // counts too, or a menu that shows on hover would change what its row is.
  class Gathering {
    constructor(limit, { buttons = true, without = null, one = false, each = null }) {
      this.limit = limit;
      this.buttons = buttons; // whether buttons count
      this.without = without; // an element that is left out
      this.one = one; // whether the first text that says something is enough
      this.each = each; // is given the texts, which are not gathered then; items in it are left out
      this.text = '';
      this.gap = false;
      this.done = false;
      this.depth = 0;
    }

    put(text) {
      if (text === '' || this.one && !says.test(text)) return;
      if (this.each !== null) {
        this.done = this.each(text) === false;
        return;
      }
      if (this.gap && this.text !== '') this.text += ' ';
      this.gap = false;
      this.text += text;
      this.done = this.one || this.text.length >= this.limit;
    }

    inside(element) {
      const root = h.shadowOf(element);
      if (!root && h.tag(element) === 'slot') {
        const nodes = h.assigned(element);
        if (nodes.length > 0) {
          for (let i = 0; i < nodes.length && !this.done; i++) this.node(nodes[i]);
          return;
        }
      }
      for (let node = h.first(root || element); node && !this.done; node = h.next(node)) this.node(node);
    }

    node(node) {
      const type = h.kind(node);
      if (type === 3) {
        const text = node.data;
        // What an indentation holds is a gap, not worth to be copied.
        if (text.length < 2 ? text <= ' ' : !/\S/.test(text)) this.gap = true;
        else this.put(this.each === null && text.length > this.limit ? text.slice(0, this.limit) : text);
        return;
      }
      if (type !== 1 || node === this.without) return;
      if (this.depth === deepest) return;
      this.depth++;
      this.gap = true;
      this.element(node);
      this.gap = true;
      this.depth--;
    }

    element(element) {
      const tag = h.tag(element);
      if (skipped.has(tag)) return;
      const role = h.attr(element, 'role');
      if (role !== null && live.has(role) || h.isEditingHost(element)) return;
      const spoken = h.attr(element, 'aria-live');
      if (spoken === 'polite' || spoken === 'assertive') return;
      if (!this.buttons && isButton(tag, role) || this.each !== null && h.isItem(tag, role)) return;
      const label = h.attr(element, 'aria-label');
      if (label !== null) this.put(label);
      if (tag === 'img') {
        if (label === null) this.put(h.attr(element, 'alt') || '');
        return;
      }
      if (tag === 'input') {
        if (/^(submit|button|reset)$/i.test(h.attr(element, 'type') || '')) this.put(h.attr(element, 'value') || '');
        return;
      }
      const time = tag === 'del' || tag === 'ins' ? null : h.attr(element, 'datetime');
      if (time) {
        this.put(time);
        return;
      }
      this.gap = true;
      this.inside(element);
    }
  }

  // words gives the beginning of what an element says. options: buttons (false
  // to leave them out), without (an element to leave out), one (true for the
  // first text only).
  h.words = (element, limit, options = {}) => {
    const g = new Gathering(limit, options);
    g.inside(element);
    return h.fold(g.text);
  };

  // eachText passes the texts that an element says to a function, without those
  // of items in it and, unless they are wanted, of buttons, until that gives
  // false.
  h.eachText = (element, each, buttons = false) => new Gathering(0, { buttons, each }).inside(element);

  // leadOf gives the first words of an item outside of the element and of
  // buttons: what a person would call the item.
  h.leadOf = (item, element) => h.words(item, 1000, { buttons: false, without: element, one: true }).slice(0, 200);
}
