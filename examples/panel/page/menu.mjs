// A button with a menu of actions, by keyboard too.

import { h, icon, fill } from './dom.mjs';

let count = 0;

export class Menu {
	#id = 'menu-' + ++count;
	#button = h('button', {
		type: 'button', 'aria-haspopup': 'menu', 'aria-expanded': 'false', 'aria-controls': this.#id,
		onclick: () => this.#toggle(), onkeydown: (e) => this.#opens(e),
	});
	#list = h('div', { id: this.#id, role: 'menu', class: 'menu', hidden: true, onkeydown: (e) => this.#moves(e) });

	constructor(name) {
		this.name = name;
		this.element = h('div', { class: 'menu-holder', onfocusout: (e) => !this.element.contains(e.relatedTarget) && this.#close() }, this.#button, this.#list);
	}

	// show sets the label and the actions: [icon, words, function].
	show(label, actions) {
		fill(this.#button, icon(this.name));
		this.#button.title = label;
		this.#button.setAttribute('aria-label', label);
		this.#list.setAttribute('aria-label', label);
		fill(this.#list, actions.map(([name, words, act]) => h('button', {
			type: 'button', role: 'menuitem', tabIndex: -1,
			onclick: () => {
				this.#close();
				this.#button.focus();
				act();
			},
		}, icon(name), h('span', {}, words))));
	}

	#toggle() {
		if (this.#list.hidden) {
			this.#open(0);
		} else {
			this.#close();
		}
	}

	#open(at) {
		this.#list.hidden = false;
		this.#button.setAttribute('aria-expanded', 'true');
		this.#list.children[(at + this.#list.children.length) % this.#list.children.length]?.focus();
	}

	#close() {
		this.#list.hidden = true;
		this.#button.setAttribute('aria-expanded', 'false');
	}

	#opens(e) {
		if (e.key === 'ArrowDown' || e.key === 'ArrowUp') {
			e.preventDefault();
			this.#open(e.key === 'ArrowDown' ? 0 : -1);
		}
	}

	#moves(e) {
		const all = [...this.#list.children];
		const at = all.indexOf(document.activeElement);
		const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[e.key];
		if (to !== undefined) {
			e.preventDefault();
			all[(to + all.length) % all.length].focus();
		} else if (e.key === 'Escape') {
			e.preventDefault();
			this.#close();
			this.#button.focus();
		} else if (e.key === 'Tab') {
			this.#close();
		}
	}
}
