// The page that the agent works on, as it is now, with the refs as numbers.

import { h, button, fill } from './dom.mjs';
import { t } from './words.mjs';
import { image } from './cards.mjs';

const every = 1500; // ms between two pictures while the agent works

export class Live {
	#marks = h('input', { type: 'checkbox', id: 'marks', checked: true, onchange: () => this.#take() });
	#figure = h('figure', {});
	#address = h('p', { class: 'fine address' });
	#timer = 0;
	#taking = false;
	#again = false;
	#shown = null;

	// act has look(marks).
	constructor(state, act) {
		this.state = state;
		this.act = act;
		this.element = h('aside', { class: 'live' });
		document.addEventListener('visibilitychange', () => this.run());
	}

	all() {
		this.element.setAttribute('aria-label', t('page'));
		fill(this.element,
			h('div', { class: 'live-head' }, h('h2', {}, t('page')), h('label', { class: 'check' }, this.#marks, t('marks')),
				button('camera', t('look'), () => this.#take(), { bare: true, class: 'bare' })),
			this.#figure, this.#address);
		this.#draw();
		this.run();
	}

	// run takes pictures as long as the agent works and somebody can see them.
	run() {
		clearInterval(this.#timer);
		this.#timer = 0;
		if (document.visibilityState === 'visible' && this.state.running) {
			this.#timer = setInterval(() => this.#take(), every);
		}
	}

	// look takes one picture: something has happened.
	look() {
		this.#take();
	}

	async #take() {
		const seen = this.element.offsetParent !== null && document.visibilityState === 'visible';
		if (this.#taking || !seen) {
			this.#again = seen;
			return;
		}
		this.#taking = true;
		try {
			this.#shown = await this.act.look(this.#marks.checked);
			this.#draw();
		} catch (error) {
			if (error.code === 'no_page') {
				this.#shown = null;
				this.#draw();
			}
		}
		this.#taking = false;
		if (this.#again) {
			this.#again = false;
			this.#take();
		}
	}

	#draw() {
		const shown = this.#shown;
		this.element.classList.toggle('empty', !shown);
		if (!shown) {
			fill(this.#figure, h('figcaption', { class: 'fine' }, t('noPage')));
			fill(this.#address);
			return;
		}
		fill(this.#figure, image(shown, t('pageOf', { title: shown.title || shown.url || '' })));
		fill(this.#address, h('strong', {}, shown.title ?? ''), ' ', shown.url ?? '');
	}
}
