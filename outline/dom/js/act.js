// Act: what an action does inside of the page, in the same task as the gate's
// last look: focus a field, select its text, set a value that cannot be typed.
h => {
  'use strict';

  // Kinds of controls by the way they are given a value.
  const typed = new Set(['text', 'search', 'url', 'tel', 'email', 'password', 'number']);
  const set = new Set(['date', 'time', 'datetime-local', 'month', 'week', 'color', 'range']);

  // fieldOf gives the element that takes what is typed into a thing: itself,
  // the editor it is in, the control of a label, the one field inside of it.
  const fieldOf = element => {
    const tag = h.tag(element);
    if (tag === 'input' || tag === 'textarea' || tag === 'select') return element;
    if (tag === 'label' && element.control) return element.control;
    if (h.isContentEditable(element)) {
      let host = element;
      for (let e = element; e; e = h.parentOf(e)) if (h.isEditingHost(e)) host = e;
      return host;
    }
    const root = h.shadowOf(element) || element;
    const inner = Array.from(h.all(root, 'input,textarea,select,[contenteditable]'))
      .filter(e => h.shown(e) && (h.tag(e) !== 'input' || typed.has(e.type)));
    return inner.length === 1 ? inner[0] : element;
  };

  const kindOf = field => {
    switch (h.tag(field)) {
      case 'input':
        if (typed.has(field.type)) return 'text';
        if (set.has(field.type)) return 'value';
        switch (field.type) {
          case 'checkbox': case 'radio': return 'check';
          case 'file': return 'file';
        }
        return '';
      case 'textarea': return 'text';
      case 'select': return 'select';
    }
    if (h.isContentEditable(field)) return 'rich';
    return numberNow(field) === null ? '' : 'step';
  };

  // numberNow gives what a slider or spin button that the page draws itself
  // stands at, null for anything else.
  const numberNow = field => {
    const role = h.role(field);
    return (role === 'slider' || role === 'spinbutton') && h.tag(field) !== 'input' ? numberOf(field, 'aria-valuenow') : null;
  };
  const numberOf = (field, name) => {
    const number = parseFloat(h.attr(field, name));
    return Number.isFinite(number) ? number : null;
  };
  h.numberNow = numberNow;

  h.fieldOf = fieldOf;
  h.kindOf = kindOf;

  const readonly = field => field.readOnly === true || h.attr(field, 'aria-readonly') === 'true';

  // controlOf tells what kind of control an element is and what it holds.
  h.controlOf = (element, role) => {
    const field = fieldOf(element);
    const tag = h.tag(field);
    const kind = kindOf(field);
    const held = h.valueOf(field, field === element ? role : h.role(field));
    const control = { tag: h.tag(element), kind };
    if (tag === 'input') control.type = field.type;
    if (held) {
      control.value = held.value;
      if (held.protected) control.protected = true;
      control.hasValue = true;
    }
    if (h.isProtected(field)) control.protected = true;
    if (readonly(field)) control.readonly = true;
    if (kind === 'text' && field.maxLength >= 0) control.maxLength = field.maxLength;
    if (kind === 'file') control.multiple = field.multiple;
    if (kind === 'step') {
      control.range = {
        now: numberNow(field), min: numberOf(field, 'aria-valuemin'), max: numberOf(field, 'aria-valuemax'),
        vertical: h.attr(field, 'aria-orientation') === 'vertical',
      };
    }
    if (tag === 'select') {
      control.multiple = field.multiple;
      control.options = field.options.length;
    }
    if (h.tag(element) === 'option') {
      const list = h.up(element, 'select');
      if (list) control.list = { id: h.idOf(list), role: h.role(list), name: h.name(list) };
    }
    return control;
  };

  // active gives the focused element, through shadow roots and frames.
  const active = () => {
    let e = h.activeOf(document);
    for (;;) {
      const root = e && h.shadowOf(e);
      const doc = e && !root ? h.contentOf(e) : null;
      const inner = root ? root.activeElement : doc ? h.activeOf(doc) : null;
      if (!inner) return e;
      e = inner;
    }
  };
  h.active = active;

  h.brief = element => {
    const role = h.role(element);
    return { id: h.knownId(element), role: h.roleName(role), name: h.name(element, role) };
  };

  // prepare focuses the field of an element and, for 'select', selects all that
  // is in it, so that typing replaces it.
  h.prepare = (q, state) => {
    const field = fieldOf(state.element);
    const kind = kindOf(field);
    const writes = q.prepare === 'select';
    if (writes && kind === '') return { outcome: 'not_editable' };
    if (writes && h.is(field, ':disabled')) return { wait: { outcome: 'disabled' } };
    if (writes && kind !== 'text' && kind !== 'rich' && kind !== 'step') return {}; // takes no keys
    const before = active() === field ? null : h.remember(state.what);
    focusPreventingScroll(field);
    // Some pages take readonly away when the field gets the focus.
    if (writes && readonly(field)) return { wait: { outcome: 'readonly' } };
    const now = active();
    if (now !== field && !(now && h.contains(field, now))) {
      if (kind === 'step' && h.attr(field, 'tabindex') === null) return { outcome: 'not_editable' };
      return { wait: { outcome: 'focus', now: now ? h.brief(now) : undefined } };
    }
    // The page may have reacted to the focus: with a hint, which is well, or by
    // making all anew.
    if (before && !h.stillSame(state, before)) {
      return { wait: { outcome: 'identity', candidates: 0, now: h.brief(state.element) } };
    }
    if (writes && kind === 'text') field.select();
    if (writes && kind === 'rich') h.viewOf(field).getSelection().selectAllChildren(field);
    return {};
  };

  const { focus } = HTMLElement.prototype;
  const focusPreventingScroll = element => {
    if (active() === element) return;
    if (element.focus) (h.tag(element) === 'form' ? focus : element.focus).call(element, { preventScroll: true });
  };

  h.focusOn = focusPreventingScroll;

  // Values. What a person would be refused, or would see turn into something
  // else, is refused or reported.

  // shapes say how the values of inputs that cannot be typed look.
  const shapes = {
    date: 'YYYY-MM-DD', time: 'HH:MM', 'datetime-local': 'YYYY-MM-DDTHH:MM', month: 'YYYY-MM', week: 'YYYY-Www',
    color: '#rrggbb', range: 'a number', number: 'a number',
  };
  const decimal = /^[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?$/;

  // setValue gives a control a value in the page, for what input events cannot
  // do, with the events that a person's change would fire. They are not
  // trusted; nothing but input can make such.
  h.setValue = q => h.pass({ ...q, purpose: 'set' }, (state, result) => {
    const field = fieldOf(state.element);
    const kind = kindOf(field);
    if (h.is(field, ':disabled')) return { wait: { outcome: 'disabled' } };
    if (readonly(field)) {
      focusPreventingScroll(field);
      if (readonly(field)) return { wait: { outcome: 'readonly' } };
    }
    h.watch(q, state, result);
    switch (kind) {
      case 'select': return q.values || q.labels ? choose(field, q) : choose(field, { values: [q.value], either: true });
      case 'value': case 'text': return write(field, q.value);
      case 'rich': return rewrite(field, q.value);
    }
    return { outcome: 'not_editable' };
  });

  const fire = (field, names) => {
    const view = h.viewOf(field);
    for (const name of names) {
      const event = name === 'input' && h.tag(field) !== 'select'
        ? new view.InputEvent('input', { bubbles: true, composed: true, inputType: 'insertReplacementText' })
        : new view.Event(name, { bubbles: true, composed: name === 'input' });
      field.dispatchEvent(event);
    }
  };

  const write = (field, text) => {
    const before = field.value;
    const input = h.tag(field) === 'input';
    let value = text;
    let truncated = false;
    if (input) {
      const problem = invalid(field, text);
      if (problem) return { outcome: 'invalid_value', expected: problem, ...held(field) };
      if (field.type === 'color') value = text.toLowerCase();
    }
    if (kindOf(field) === 'text' && field.maxLength >= 0 && value.length > field.maxLength) {
      value = value.slice(0, field.maxLength);
      truncated = true;
    }
    focusPreventingScroll(field);
    field.value = value;
    const changed = field.value !== before;
    if (changed) fire(field, ['input', 'change']);
    return { changed, truncated, ...held(field) };
  };

  // invalid gives the form that a value should have, '' when it is good. A twin
  // of the field tells, so that the field itself stays as it is.
  const invalid = (field, text) => {
    const shape = shapes[field.type];
    if (!shape || text === '' && field.type !== 'color' && field.type !== 'range') return '';
    switch (field.type) {
      case 'color': return /^#[0-9a-f]{6}$/i.test(text) ? '' : shape;
      case 'range': case 'number': if (!decimal.test(text)) return shape;
    }
    const twin = h.newElement(document, 'input');
    twin.type = field.type;
    twin.value = text;
    return twin.value === '' ? shape : '';
  };

  h.invalid = invalid;

  const rewrite = (field, text) => {
    focusPreventingScroll(field);
    const before = h.textOf(field);
    h.viewOf(field).getSelection().selectAllChildren(field);
    const doc = h.docOf(field);
    if (text === '') h.command(doc, 'delete');
    else h.command(doc, 'insertText', false, text);
    return { changed: h.textOf(field) !== before, truncated: false, ...held(field) };
  };

  const held = field => {
    const now = h.valueOf(field) || { value: '', protected: false };
    return { value: now.value, protected: now.protected, problem: problemOf(field) };
  };

  // problemOf gives what the browser says of the value of a field, '' when it is
  // good.
  const problemOf = field => field.validity && !field.validity.valid ? h.cut(field.validationMessage || '', 200) : '';
  h.problemOf = problemOf;

  // wantedOptions finds options by their values or labels, or tells what is
  // wrong.
  const wantedOptions = (select, { values, labels, either }) => {
    const options = Array.from(select.options);
    const wanted = values || labels;
    if (wanted.length > 1 && !select.multiple) return { outcome: 'not_multiple' };
    const chosen = [];
    for (const text of wanted) {
      let found = labels ? [] : options.filter(o => o.value === text);
      if (labels || either && found.length === 0) found = byLabel(options, text);
      const usable = found.filter(o => !barred(o));
      if (found.length === 0) return { outcome: 'no_option', wanted: text, ...near(options, text) };
      if (usable.length === 0) return { outcome: 'option_disabled', wanted: text, options: listed(found) };
      // Equal values are one choice; equal labels with different values are not.
      if (new Set(usable.map(o => o.value)).size > 1) return { outcome: 'ambiguous', wanted: text, options: listed(usable) };
      chosen.push(usable[0]);
    }
    return { chosen };
  };
  h.wantedOptions = wantedOptions;

  // choose selects these options and no others.
  const choose = (select, q) => {
    const { chosen, ...refused } = wantedOptions(select, q);
    if (!chosen) return refused;
    const options = Array.from(select.options);
    focusPreventingScroll(select);
    const before = options.filter(o => o.selected);
    if (select.multiple) for (const o of options) o.selected = chosen.includes(o);
    else if (chosen.length === 1) chosen[0].selected = true;
    else select.selectedIndex = -1;
    const after = options.filter(o => o.selected);
    const changed = before.length !== after.length || before.some((o, i) => o !== after[i]);
    if (changed) fire(select, ['input', 'change']);
    return { changed, selected: listed(Array.from(select.selectedOptions)), ...held(select) };
  };

  const barred = option => h.is(option, ':disabled') || h.up(option, 'optgroup:disabled') !== null;
  const labelOf = option => h.fold(option.label || option.text);
  h.barred = barred;
  const byLabel = (options, text) => {
    const label = h.fold(text);
    const exact = options.filter(o => labelOf(o) === label);
    if (exact.length > 0) return exact;
    const lower = label.toLowerCase();
    return options.filter(o => labelOf(o).toLowerCase() === lower);
  };

  const many = 20;
  const listed = options => options.slice(0, many).map(o => ({
    value: h.cut(o.value, 200), label: h.cut(labelOf(o), 200), disabled: barred(o),
  }));

  // near gives the options that look like what was wanted, or the first ones.
  const near = (options, text) => {
    const lower = h.fold(text).toLowerCase();
    const like = lower === '' ? [] : options.filter(o => {
      const label = labelOf(o).toLowerCase();
      return label.includes(lower) || label !== '' && lower.includes(label) || o.value.toLowerCase().includes(lower);
    });
    return { options: listed(like.length > 0 ? like : options), count: options.length };
  };
}
