// Where a person writes: a task, or, while the agent works, words for it.

import { h, icon, fill } from './dom.mjs';
import { t } from './words.mjs';

export class Composer {
	#text = h('textarea', { rows: 2, id: 'composer', onkeydown: (e) => this.#key(e), oninput: () => this.show() });
	#label = h('label', { class: 'hidden', for: 'composer' });
	#send = h('button', { type: 'submit', class: 'primary' });
	#stop = h('button', { type: 'button', class: 'stop', onclick: () => this.act.stop() });
	#hint = h('p', { class: 'fine hint', id: 'composer-hint' });

	// act has send(text) and stop().
	constructor(state, act) {
		this.state = state;
		this.act = act;
		this.#text.setAttribute('aria-describedby', 'composer-hint');
		this.element = h('form', { class: 'composer', onsubmit: (e) => this.#submit(e) },
			this.#label, this.#text, h('div', { class: 'row' }, this.#hint, this.#stop, this.#send));
	}

	show() {
		const running = this.state.running;
		this.#label.textContent = t(running ? 'say' : 'task');
		this.#text.placeholder = t(running ? 'sayHint' : 'taskHint');
		this.#hint.textContent = t('keys');
		fill(this.#send, icon('send'), h('span', {}, t(running ? 'tell' : 'send')));
		this.#send.disabled = this.#text.value.trim() === '';
		fill(this.#stop, icon('stop'), h('span', {}, t('stop')));
		this.#stop.hidden = !running;
	}

	write(text) {
		this.#text.value = text;
		this.show();
		this.focus();
	}

	focus() {
		this.#text.focus();
	}

	#key(e) {
		// While an input method composes, Enter chooses a word.
		if (e.key === 'Enter' && !e.shiftKey && !e.isComposing) {
			e.preventDefault();
			this.element.requestSubmit();
		}
	}

	async #submit(e) {
		e.preventDefault();
		const text = this.#text.value.trim();
		if (text === '') {
			return;
		}
		this.#text.value = '';
		this.show();
		try {
			await this.act.send(text);
		} catch {
			if (this.#text.value === '') { // it is not lost
				this.#text.value = text;
				this.show();
			}
		}
	}
}
