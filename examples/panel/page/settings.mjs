// The settings: a dialog with tabs over a draft, which Save hands to the server.

import { h, button, fill } from './dom.mjs';
import { t } from './words.mjs';
import { endpoints, models } from './settings-models.mjs';
import { safety, sites, advanced } from './settings-runs.mjs';
import { diagnostics } from './settings-diagnostics.mjs';

const tabs = { endpoints, models, safety, sites, advanced, diagnostics };

export class Settings {
	#tab = 'endpoints';
	#draft = null;
	#keys = {}; // that were typed, by the id of their endpoint
	#head = h('div', { class: 'dialog-head' });
	#list = h('div', { class: 'tabs', role: 'tablist', onkeydown: (e) => this.#moves(e) });
	#panel = h('div', { class: 'tab', role: 'tabpanel', id: 'settings-panel', tabIndex: 0 });
	#trouble = h('p', { class: 'trouble', role: 'alert' });
	#foot = h('div', { class: 'dialog-foot' });

	// act has load(), save(settings), forget(site), diagnose() and tryModel(id).
	constructor(act) {
		this.act = act;
		this.saved = null;
		this.form = h('form', { class: 'dialog-body', onsubmit: (e) => this.#save(e) }, this.#head, this.#list, this.#panel, this.#trouble, this.#foot);
		this.element = h('dialog', { class: 'settings', 'aria-labelledby': 'settings-title' }, this.form);
	}

	// open opens the dialog, on a tab if one is named.
	open(tab) {
		if (this.element.open || !this.saved) {
			return;
		}
		this.#tab = tab ?? this.#tab;
		this.act.load();
		this.#begin();
		this.element.showModal();
		this.#list.querySelector('[aria-selected="true"]').focus();
	}

	// take takes what holds now. A draft that is being written stays; only what is
	// no part of it is shown anew.
	take(settings) {
		this.saved = settings;
		if (this.element.open && (this.#tab === 'sites' || this.#tab === 'diagnostics')) {
			this.#show();
		}
	}

	all() {
		if (this.element.open) {
			this.#heads();
			this.#show();
		}
	}

	#begin() {
		const { keys, sites: answers, known, ...settings } = this.saved;
		this.#draft = structuredClone(settings);
		this.#keys = {};
		this.#trouble.textContent = '';
		this.#heads();
		this.#show();
	}

	#heads() {
		fill(this.#head, h('h2', { id: 'settings-title' }, t('settings')), button('close', t('close'), () => this.element.close(), { bare: true, class: 'bare' }));
		this.#list.setAttribute('aria-label', t('settings'));
		fill(this.#list, Object.keys(tabs).map((name) => h('button', {
			type: 'button', role: 'tab', id: 'tab-' + name, 'aria-controls': 'settings-panel',
			onclick: () => this.#choose(name),
		}, t('tab-' + name))));
		fill(this.#foot, h('button', { type: 'button', onclick: () => this.element.close() }, t('cancel')),
			h('button', { type: 'submit', class: 'primary' }, t('save')));
	}

	#choose(name) {
		this.#tab = name;
		this.#show();
		this.#list.querySelector('[aria-selected="true"]').focus();
	}

	#moves(e) {
		const names = Object.keys(tabs);
		const at = names.indexOf(this.#tab);
		const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: names.length - 1 }[e.key];
		if (to !== undefined) {
			e.preventDefault();
			this.#choose(names[(to + names.length) % names.length]);
		}
	}

	#show() {
		for (const tab of this.#list.children) {
			const chosen = tab.id === 'tab-' + this.#tab;
			tab.setAttribute('aria-selected', String(chosen));
			tab.tabIndex = chosen ? 0 : -1;
		}
		this.#panel.setAttribute('aria-labelledby', 'tab-' + this.#tab);
		fill(this.#panel, tabs[this.#tab]({
			draft: this.#draft, keys: this.#keys, saved: this.saved, act: this.act, again: () => this.#show(),
			open: (tab) => this.#choose(tab),
		}));
	}

	async #save(e) {
		e.preventDefault();
		try {
			await this.act.save({ ...this.#draft, new_keys: this.#keys });
			this.element.close();
		} catch (error) {
			this.#trouble.textContent = error.message;
		}
	}
}
