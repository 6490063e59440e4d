// The timeline: a card for each item, and the end of the run.

import { h, icon, button, fill } from './dom.mjs';
import { t, label } from './words.mjs';
import { card } from './cards.mjs';

export class Timeline {
	#cards = new Map(); // by id
	#list = h('ol', { class: 'items', role: 'list' });
	#foot = h('div', { class: 'foot' });
	#title = h('h2', { class: 'hidden', id: 'timeline-title' });
	#down = h('button', { type: 'button', class: 'down', hidden: true, onclick: () => this.#follow(true) });
	#following = true;
	#top = 0; // where it was scrolled to
	#writing = new Set();
	#frame = 0;

	// act has those of card, resume(), example(text) and settings().
	constructor(state, act) {
		this.state = state;
		this.act = act;
		this.view = h('div', { class: 'scroller', onscroll: () => this.#scrolled(), tabIndex: 0, role: 'region', 'aria-labelledby': 'timeline-title' }, this.#title, this.#list, this.#foot);
		this.element = h('section', { class: 'timeline' }, this.view, this.#down);
		const grows = new ResizeObserver(() => this.#follow());
		grows.observe(this.#list);
		grows.observe(this.#foot);
	}

	// all shows everything anew.
	all() {
		this.#title.textContent = t('timeline');
		fill(this.#down, icon('scroll'), h('span', {}, t('newest')));
		this.#cards.clear();
		fill(this.#list);
		if (this.state.dropped) {
			this.#list.append(h('li', { class: 'fine dropped' }, t('dropped', { n: this.state.dropped })));
		}
		for (const item of this.state.items.values()) {
			this.#add(item);
		}
		this.run();
		this.#follow(true);
	}

	// item shows an item that is new or another one now. The focus stays where it
	// was, if that is still there.
	item(id) {
		const item = this.state.items.get(id);
		const old = this.#cards.get(id);
		if (!old) {
			this.#add(item);
			this.run();
		} else {
			const focused = old.contains(document.activeElement);
			const open = [...old.querySelectorAll('details')].map((d) => d.open);
			const made = card(item, this.act);
			made.querySelectorAll('details').forEach((d, i) => { d.open = open[i] ?? false; });
			old.replaceWith(made);
			this.#cards.set(id, made);
			if (focused) {
				made.tabIndex = -1;
				made.focus();
			}
		}
		this.#follow();
	}

	// drop takes away a card whose item is not kept.
	drop(id) {
		this.#cards.get(id)?.parentElement.remove();
		this.#cards.delete(id);
	}

	#add(item) {
		const made = card(item, this.act);
		this.#cards.set(item.id, made);
		this.#list.append(h('li', {}, made));
	}

	// delta shows what a model has just written, once a frame.
	delta(id) {
		this.#writing.add(id);
		this.#frame ||= requestAnimationFrame(() => {
			this.#frame = 0;
			for (const one of this.#writing) {
				this.#write(one);
			}
			this.#writing.clear();
		});
	}

	#write(id) {
		const item = this.state.items.get(id);
		const made = this.#cards.get(id);
		const text = made?.querySelector('.answer > p');
		if (!item || item.data.complete || !text || Boolean(item.data.reasoning) !== Boolean(made.querySelector('.thoughts'))) {
			if (item) {
				this.item(id);
			}
			return;
		}
		text.textContent = item.data.text ?? '';
		const thoughts = made.querySelector('.thoughts > p');
		if (thoughts) {
			thoughts.textContent = item.data.reasoning;
		}
		this.#follow();
	}

	// run shows how the run stands below the last card.
	run() {
		const { run, running, items } = this.state;
		if (items.size === 0 && !running) {
			fill(this.#foot, this.#welcome());
			return;
		}
		if (running) {
			const what = run.state === 'running' && run.phase ? label('phase', run.phase) : label('state', run.state);
			fill(this.#foot, h('p', { class: 'working' }, h('span', { class: 'spinner', 'aria-hidden': 'true' }), h('span', {}, what),
				run.step ? h('span', { class: 'fine' }, run.most_steps ? t('stepOf', { n: run.step, most: run.most_steps }) : t('step', { n: run.step })) : null));
			return;
		}
		if (!run.state || run.state === 'idle') {
			fill(this.#foot);
			return;
		}
		fill(this.#foot, h('div', { class: 'end ' + run.state },
			h('p', {}, icon(run.state === 'done' ? 'check' : 'warning'), h('strong', {}, label('state', run.state)), run.reason ? h('span', {}, run.reason) : null),
			run.continuable ? button('play', t('continue'), () => this.act.resume(), { class: 'primary' }) : null));
	}

	#welcome() {
		if (!this.state.bindings.list?.length) {
			return h('div', { class: 'welcome' }, h('h2', {}, t('welcome')), h('p', {}, t('welcomeNoModel')),
				h('div', {}, button('settings', t('settings'), () => this.act.settings(), { class: 'primary' })));
		}
		return h('div', { class: 'welcome' }, h('h2', {}, t('welcome')), h('p', {}, t('welcomeMore')),
			h('ul', {}, ['example1', 'example2'].map((key) => h('li', {}, h('button', { type: 'button', onclick: () => this.act.example(t(key)) }, t(key))))));
	}

	// asked brings a question into view, and the focus to it, unless a person is
	// typing. The focus goes to the card and not to a button: whoever was about to
	// press Enter must not answer with it.
	asked(approval) {
		for (const [id, item] of this.state.items) {
			if (item.kind === 'approval' && item.data.approval.id === approval.id) {
				const made = this.#cards.get(id);
				made?.scrollIntoView({ block: 'nearest' });
				const at = document.activeElement;
				if (made && (at === document.body || at?.tagName === 'BUTTON' || at?.value === '')) {
					made.focus({ preventScroll: true });
				}
			}
		}
	}

	// A scroll event may come when more was added since: only one that goes up is a
	// person's who wants to read what was.
	#scrolled() {
		const { scrollTop, scrollHeight, clientHeight } = this.view;
		if (scrollHeight - scrollTop - clientHeight < 60) {
			this.#following = true;
		} else if (scrollTop < this.#top) {
			this.#following = false;
		}
		this.#top = scrollTop;
		this.#down.hidden = this.#following;
	}

	#follow(now = false) {
		this.#following ||= now;
		if (this.#following) {
			this.view.scrollTop = this.view.scrollHeight;
			this.#down.hidden = true;
		}
	}
}
