// Fields of the settings, each bound to a property of an object.

import { h } from './dom.mjs';

let count = 0;

// field puts a label before an input, and a hint behind it.
function field(label, input, hint) {
	const id = 'field-' + ++count;
	input.id = id;
	const said = hint ? h('span', { class: 'fine', id: id + '-hint' }, hint) : null;
	if (said) {
		input.setAttribute('aria-describedby', said.id);
	}
	return h('div', { class: 'field' }, h('label', { for: id }, label), input, said);
}

// line is a field for a text.
export function line(of, name, label, { hint, ...properties } = {}) {
	return field(label, h('input', {
		type: 'text', autocomplete: 'off', spellcheck: false, value: of[name] ?? '', ...properties, oninput: (e) => { of[name] = e.target.value.trim(); },
	}), hint);
}

// amount is a field for a number; empty is 0, which is shown when zero is set: it
// means something then.
export function amount(of, name, label, { hint, zero, ...properties } = {}) {
	return field(label, h('input', {
		type: 'number', min: 0, step: 1, value: of[name] || (zero ? 0 : ''), ...properties,
		oninput: (e) => { of[name] = e.target.value === '' ? 0 : Number(e.target.value); },
	}), hint);
}

// choice is a field for one of several values: [value, words].
export function choice(of, name, label, values, { hint, onchange } = {}) {
	const input = h('select', {
		onchange: (e) => {
			of[name] = e.target.value;
			onchange?.();
		},
	}, values.map(([value, words]) => h('option', { value, selected: value === (of[name] ?? '') }, words)));
	return field(label, input, hint);
}

// check is a switch.
export function check(of, name, label, hint) {
	const id = 'field-' + ++count;
	return h('div', { class: 'switch' },
		h('input', { type: 'checkbox', id, checked: Boolean(of[name]), 'aria-describedby': hint ? id + '-hint' : undefined, onchange: (e) => { of[name] = e.target.checked; } }),
		h('div', {}, h('label', { for: id }, label), hint ? h('p', { class: 'fine', id: id + '-hint' }, hint) : null));
}

// lines is a field for a list, one a line.
export function lines(of, name, label, hint) {
	return field(label, h('textarea', {
		rows: 4, spellcheck: false, value: (of[name] ?? []).join('\n'),
		oninput: (e) => { of[name] = e.target.value.split('\n').map((l) => l.trim()).filter(Boolean); },
	}), hint);
}

// key is a field for a key, which comes from nowhere and goes to the server only.
export function key(keys, id, label, hint) {
	return field(label, h('input', {
		type: 'password', autocomplete: 'off', value: keys[id] ?? '',
		oninput: (e) => {
			if (e.target.value === '') {
				delete keys[id]; // the one that there is stays
			} else {
				keys[id] = e.target.value;
			}
		},
	}), hint);
}
