// The drawer with the conversations of the archive.

import { h, button, fill } from './dom.mjs';
import { t, date } from './words.mjs';

export class Drawer {
	#list = h('ul', { class: 'conversations' });
	#title = h('h2', { id: 'drawer-title' });
	#head = h('div', { class: 'dialog-head' });

	// act has open(id), remove(id) and fresh().
	constructor(state, act) {
		this.state = state;
		this.act = act;
		this.element = h('dialog', { class: 'drawer', 'aria-labelledby': 'drawer-title', onclick: (e) => e.target === this.element && this.element.close() },
			h('div', { class: 'dialog-body' }, this.#head, this.#list));
	}

	open() {
		this.show();
		this.element.showModal();
	}

	show() {
		this.#title.textContent = t('history');
		fill(this.#head, this.#title, button('plus', t('newConversation'), () => this.#then(this.act.fresh())),
			button('close', t('close'), () => this.element.close(), { bare: true, class: 'bare' }));
		const { list, current } = this.state.conversations;
		const rows = (list ?? []).map((c) => this.#row(c, c.id === current));
		if (!(list ?? []).some((c) => c.id === current) && this.state.items.size > 0) {
			rows.unshift(this.#now(current));
		}
		fill(this.#list, rows);
		if (rows.length === 0) {
			this.#list.append(h('li', { class: 'fine' }, t('noConversations')));
		}
	}

	// now is the conversation in use, which is not in the archive.
	#now(id) {
		const first = [...this.state.items.values()].find((item) => item.kind === 'user');
		return this.#row({ id, title: first?.data.text ?? t('newConversation'), updated: first?.time }, true);
	}

	#row(c, used) {
		const title = c.title || t('untitled');
		return h('li', { class: used ? 'used' : '' },
			h('div', { class: 'entry' },
				h('button', {
					type: 'button', class: 'open', 'aria-current': used ? 'true' : undefined, disabled: this.state.running && !used,
					onclick: () => (used ? this.element.close() : this.#then(this.act.open(c.id))),
				}, h('span', { class: 'title' }, title)),
				c.updated ? h('time', { class: 'fine', dateTime: c.updated }, date(c.updated)) : null),
			button('trash', t('deleteConversation', { title }), () => this.#remove(c.id, title), { bare: true, class: 'bare', disabled: this.state.running && used }));
	}

	// remove asks in the drawer itself: once is no accident, twice is meant.
	#remove(id, title) {
		const keep = h('button', { type: 'button', onclick: () => this.show() }, t('keep'));
		fill(this.#list, h('li', { class: 'sure', role: 'group', 'aria-label': t('deleteConversation', { title }) },
			h('p', {}, t('sure', { title })),
			h('button', { type: 'button', class: 'deny', onclick: () => this.act.remove(id).finally(() => this.show()) }, t('delete')), keep));
		keep.focus();
	}

	async #then(done) {
		try {
			await done;
			this.element.close();
		} catch {
			this.show(); // what was wrong is told elsewhere
		}
	}
}
