// Preset: choosing what cannot be typed with one key of the keyboard, so that
// the page hears of it from the browser itself.
//
// An arrow key takes a list, a slider or a part of a date one step further, and
// input and change are fired, trusted, once. So the control is put one step
// before what is wanted, without any event, in the moment in which that key
// comes down, and the key does the rest. Nothing of it can be seen in between:
// the page's own listeners and timers run before or after, never within.
h => {
  'use strict';

  let armed = null;
  const types = ['keydown', 'keypress', 'keyup'];

  const check = event => {
    if (!armed || !event.isTrusted) return;
    if (performance.now() > armed.until) {
      armed = null;
      return;
    }
    const field = armed.field.deref();
    if (!field || h.active() !== field) {
      // Keys that are meant for the control must not work something else.
      event.stopImmediatePropagation();
      event.preventDefault();
      return;
    }
    if (event.type === 'keydown' && event.key === armed.key) {
      const { put } = armed;
      armed = null;
      put(field);
    }
  };

  const arm = (field, key, put) => {
    armed = { field: new WeakRef(field), key, put, until: performance.now() + 3000 };
    const view = h.viewOf(field);
    for (const type of types) h.hear(view, type, check, true);
  };

  const mac = /mac/i.test(navigator.userAgentData ? navigator.userAgentData.platform : navigator.platform);

  // byKey tells whether an arrow key steps through a list: on a Mac, and in lists
  // that the page draws itself, it opens the list.
  const byKey = select => !mac && !h.drawnByPage(select);

  // presetOption prepares the one key that chooses an option of a list.
  const presetOption = (select, option) => {
    const { index } = option;
    if (index > 0) {
      arm(select, 'ArrowDown', field => { field.selectedIndex = index - 1; });
      return 'ArrowDown';
    }
    const next = Array.from(select.options).findIndex((o, i) => i > 0 && !h.barred(o));
    if (next > 0) {
      arm(select, 'ArrowUp', field => { field.selectedIndex = next; });
      return 'ArrowUp';
    }
    arm(select, 'ArrowDown', field => { field.selectedIndex = -1; });
    return 'ArrowDown';
  };

  // twinOf gives an input like the field that nobody sees, to try values on.
  const twinOf = (field, value) => {
    const twin = h.newElement(document, 'input');
    for (const name of ['type', 'min', 'max', 'step', 'required']) {
      const set = h.attr(field, name);
      if (set !== null) twin.setAttribute(name, set);
    }
    twin.value = value;
    return twin;
  };

  // presetRange prepares the key that brings a slider to a value.
  const presetRange = (field, goal) => {
    const twin = twinOf(field, goal);
    const number = text => Number.isNaN(parseFloat(text)) ? null : parseFloat(text);
    const low = number(twin.min) ?? 0;
    const high = Math.max(low, number(twin.max) ?? 100);
    const step = /^any$/i.test(twin.step.trim()) ? (high - low) / 100 : number(twin.step) > 0 ? number(twin.step) : 1;
    const wanted = twin.valueAsNumber;
    for (const [key, from] of [['ArrowUp', wanted - step], ['ArrowDown', wanted + step]]) {
      if (from < low || from > high) continue;
      twin.value = String(from);
      if (Math.abs(twin.valueAsNumber - from) > step / 1000) continue; // off the steps
      const start = twin.value;
      arm(field, key, one => { one.value = start; });
      return { keys: [key] };
    }
    return { script: true };
  };

  // Of each kind of date, the part that can always be stepped without a carry,
  // and the first number of it.
  const partOf = { date: 'day', 'datetime-local': 'day', month: 'month', week: 'week', time: 'minute' };
  const firstOf = { day: 1, month: 1, week: 1, minute: 0 };
  const numberOf = {
    day: /^(.*-)(\d\d)(T.*)?$/, month: /^(\d+-)(\d\d)$/, week: /^(\d+-W)(\d\d)$/, minute: /^((?:.*T)?\d\d:)(\d\d)(.*)$/,
  };

  // presetDate prepares the keys that bring a date to a value: there are as many
  // places for the keyboard in it as parts. A field that has the focus already
  // may have it in any of them.
  const presetDate = (field, goal, parts, focused) => {
    const part = partOf[field.type];
    const at = parts.indexOf(part);
    const found = part && numberOf[part].exec(goal);
    if (at < 0 || !found) return { script: true };
    const n = Number(found[2]);
    const up = n > firstOf[part];
    const start = found[1] + String(up ? n - 1 : n + 1).padStart(2, '0') + (found[3] || '');
    if (twinOf(field, start).value !== start) return { script: true };
    const key = up ? 'ArrowUp' : 'ArrowDown';
    arm(field, key, one => { one.value = start; });
    return { keys: [...Array(focused ? parts.length : 0).fill('ArrowLeft'), ...Array(at).fill('ArrowRight'), key] };
  };

  // presetValue is for inputs.
  const presetValue = (field, q) => {
    const expected = h.invalid(field, q.value);
    if (expected) return { outcome: 'invalid_value', expected };
    const twin = twinOf(field, q.value);
    const goal = field.type === 'color' ? q.value.toLowerCase() : twin.value;
    const told = { value: goal };
    if (goal === field.value) return { same: true, ...told };
    if (field.type === 'color' || goal === '') return { script: true, ...told };
    if (field.type === 'range') return { ...presetRange(field, goal), ...told };
    return q.parts ? { ...presetDate(field, goal, q.parts, h.active() === field), ...told } : { needParts: true, ...told };
  };

  // presetOptions is for lists: nothing to do, one key, a click on each of some
  // options, or all of it by script.
  const presetOptions = (select, q) => {
    const { chosen, ...refused } = h.wantedOptions(select, q.values || q.labels ? q : { values: [q.value], either: true });
    if (!chosen) return refused;
    const differ = Array.from(select.options).filter(o => o.selected !== chosen.includes(o));
    if (differ.length === 0) return { same: true };
    if (select.multiple) {
      if (mac) return { script: true };
      const things = differ.map(o => h.now(o));
      return { toggle: things.map(what => ({ id: h.idOf(what.element), role: h.roleName(what.role), name: what.name, identity: what.identity })) };
    }
    if (chosen.length === 0 || !byKey(select)) return { script: true };
    return { keys: [presetOption(select, chosen[0])], value: chosen[0].value };
  };

  // fieldNumbered gives the field of an element of the table.
  h.fieldNumbered = (table, id) => {
    const element = table === h.nonce ? h.elementOf(id) : null;
    return element ? h.fieldOf(element) : null;
  };

  // reopenChooser opens the chooser of a file field without a click.
  const { showPicker } = HTMLInputElement.prototype;
  h.reopenChooser = field => {
    showPicker.call(field);
    return {};
  };

  // So long the keys may take, in milliseconds.
  const lasts = 3000;

  // preset checks a control as the gate does and prepares what gives it the
  // value.
  h.preset = q => h.pass({ ...q, purpose: 'focus' }, (state, result) => {
    const field = h.fieldOf(state.element);
    const kind = h.kindOf(field);
    if (kind !== 'select' && kind !== 'value') return { outcome: 'not_editable' };
    if (h.is(field, ':disabled')) return { wait: { outcome: 'disabled' } };
    if (field.readOnly === true) return { wait: { outcome: 'readonly' } };
    armed = null;
    const more = kind === 'select' ? presetOptions(field, q) : presetValue(field, q);
    if (more.outcome || !more.keys && !more.toggle) return more;
    const ready = h.prepare({ prepare: 'focus' }, state);
    if (ready.wait || ready.outcome) {
      armed = null;
      return ready;
    }
    h.watch(more.keys ? { ...q, purpose: 'focus', guardMs: lasts } : q, state, result);
    return more;
  });
}
