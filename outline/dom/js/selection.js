// Selection: text that is selected without a mouse.
h => {
  'use strict';

  const shownText = 500; // UTF-16 units of a selection that leave the page
  const skipped = new Set(['script', 'style', 'template', 'noscript', 'textarea', 'select', 'title']);

  // gather gives the text below an element, white space folded, and for each of
  // its characters where it is.
  const gather = element => {
    const doc = h.docOf(element);
    const walker = h.walkerIn(doc, element, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, node => {
      if (h.kind(node) === 3) return NodeFilter.FILTER_ACCEPT;
      return skipped.has(h.tag(node)) || !h.shown(node) && getComputedStyle(node).display !== 'contents'
        ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT;
    });
    let text = '';
    const places = []; // of the characters of text
    let gap = null;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (h.kind(node) === 1) {
        // What is no part of a line ends a word.
        if (!gap && !/^inline|^contents/.test(getComputedStyle(node).display)) gap = { node: null, offset: 0 };
        continue;
      }
      const { data } = node;
      for (let i = 0; i < data.length; i++) {
        if (/\s/.test(data[i])) {
          gap = gap || { node, offset: i };
          continue;
        }
        if (gap && text !== '') {
          text += ' ';
          places.push(gap.node ? gap : { node, offset: i });
        }
        gap = null;
        text += data[i];
        places.push({ node, offset: i });
      }
    }
    return { text, places };
  };

  // find gives the range of a request in a text, in UTF-16 units, or what is
  // wrong with it.
  const find = (q, text) => {
    if (q.text) {
      const wanted = q.fold ? h.fold(q.text) : q.text;
      let from = text.indexOf(wanted);
      let all = text;
      let one = wanted;
      if (from < 0) {
        const lower = text.toLowerCase();
        // Lower case may be longer; then places would not fit.
        if (lower.length === text.length) {
          all = lower;
          one = wanted.toLowerCase();
          from = all.indexOf(one);
        }
      }
      if (from < 0) return { outcome: 'no_text', selected: h.cut(text, 200) };
      let occurrences = 0;
      for (let i = from; i >= 0; i = all.indexOf(one, i + 1)) occurrences++;
      return { from, to: from + one.length, occurrences };
    }
    const units = Array.from(text);
    const end = q.end || units.length;
    if (q.start > units.length || end > units.length || q.start > end) return { outcome: 'no_range', length: units.length };
    const from = units.slice(0, q.start).join('').length;
    return { from, to: from + units.slice(q.start, end).join('').length, occurrences: 1 };
  };

  const inField = (q, field) => {
    const text = field.value;
    const found = find({ ...q, fold: false }, text);
    if (found.outcome) return found;
    h.focusOn(field);
    if (h.active() !== field) return { wait: { outcome: 'focus' } };
    if (found.from === 0 && found.to === text.length) field.select();
    else if (field.selectionStart === null) return { outcome: 'not_editable' }; // numbers, mail addresses
    else field.setSelectionRange(found.from, found.to, 'forward');
    const hidden = h.isProtected(field);
    return { protected: hidden, selected: hidden ? '' : h.cut(text.slice(found.from, found.to), shownText), occurrences: found.occurrences };
  };

  const inContent = (q, element, editor) => {
    const { text, places } = gather(element);
    const found = find({ ...q, fold: true }, text);
    if (found.outcome) return found;
    if (editor) h.focusOn(editor);
    const selection = h.viewOf(element).getSelection();
    if (found.from === found.to) {
      selection.collapse(element, 0);
    } else {
      const start = places[found.from];
      const end = places[found.to - 1];
      selection.setBaseAndExtent(start.node, start.offset, end.node, end.offset + 1);
    }
    const selected = found.from === found.to ? '' : h.fold(String(selection)) || text.slice(found.from, found.to);
    return { selected: h.cut(selected, shownText), occurrences: found.occurrences };
  };

  // unselect takes away a selection that an element is part of: a press on it
  // would drag the selected text and not the element.
  h.unselect = q => {
    const element = q.table === h.nonce ? h.elementOf(q.id) : null;
    const selection = element && h.viewOf(element) ? h.viewOf(element).getSelection() : null;
    const held = Boolean(selection) && !selection.isCollapsed && selection.containsNode(element, true);
    if (held) selection.removeAllRanges();
    return { held };
  };

  // selectText selects text of an element.
  h.selectText = q => h.pass({ ...q, purpose: 'locate', scroll: true }, (state, result) => {
    const { element } = state;
    if (!h.shown(element)) return { wait: { outcome: 'hidden' } };
    h.watch(q, state, result);
    const field = h.fieldOf(element);
    const kind = h.kindOf(field);
    if (kind === 'text') return h.is(field, ':disabled') ? { outcome: 'disabled' } : inField(q, field);
    return inContent(q, kind === 'rich' ? field : element, kind === 'rich' ? field : null);
  });
}
