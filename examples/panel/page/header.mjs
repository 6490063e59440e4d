// The head of the panel: conversations, model, meters, menus.

import { h, button, fill } from './dom.mjs';
import { t, current, dollars, percent, compact, number } from './words.mjs';
import { Menu } from './menu.mjs';

export class Header {
	#bar = h('header', { class: 'head' });
	#model = h('select', { id: 'model', onchange: () => this.#choose() });
	#cost = h('span', { class: 'cost' });
	#meter = h('meter', { min: 0, max: 1, low: 0.6, high: 0.85, optimum: 0 });
	#fill = h('span', { class: 'fine' });
	#export = new Menu('download');
	#line = h('span', { class: 'line' });

	// act has history(), settings(), choose(id), exportAs(format), fresh(),
	// detach(), language() and theme(), and themeName().
	constructor(state, act) {
		this.state = state;
		this.act = act;
		this.element = this.#bar;
	}

	// all makes the head anew, in the language of now.
	all() {
		const bare = { bare: true, class: 'bare' };
		this.#export.show(t('export'), [
			['text', t('exportMarkdown'), () => this.act.exportAs('markdown')],
			['code', t('exportJSON'), () => this.act.exportAs('json')],
		]);
		const other = current() === 'en' ? '中文' : 'English';
		const theme = this.act.themeName();
		this.#meter.setAttribute('aria-label', t('context'));
		fill(this.#bar,
			button('menu', t('history'), () => this.act.history(), bare),
			h('h1', {}, 'holdfast'),
			this.#line,
			h('div', { class: 'model' }, h('label', { class: 'hidden', for: 'model' }, t('model')), this.#model),
			h('div', { class: 'meters' }, this.#cost, h('span', { class: 'window' }, this.#meter, this.#fill)),
			h('div', { class: 'tools' },
				button('plus', t('newConversation'), () => this.act.fresh(), bare),
				this.#export.element,
				button('unlink', t('detach'), () => this.act.detach(), bare),
				button({ auto: 'auto', light: 'sun', dark: 'moon' }[theme], t('theme', { theme: t('theme-' + theme) }), () => this.act.theme(), bare),
				h('button', { type: 'button', class: 'bare words', lang: current() === 'en' ? 'zh-CN' : 'en', onclick: () => this.act.language() }, other),
				button('settings', t('settings'), () => this.act.settings(), bare)));
		this.models();
		this.meters();
		this.run();
	}

	// connection tells whether what is shown is what is.
	connection(state) {
		this.#line.className = 'line ' + state;
		fill(this.#line, state === 'connected' ? null : t('line-' + state));
		this.#line.hidden = state === 'connected';
	}

	models() {
		const { list, current: id } = this.state.bindings;
		fill(this.#model, (list ?? []).map((b) => h('option', { value: b.id, selected: b.id === id }, b.name || b.model || b.id)));
		if (!list?.length) {
			this.#model.append(h('option', { value: '' }, t('noModel')));
		}
		this.#model.value = id ?? '';
		this.run();
	}

	run() {
		this.#model.disabled = this.state.running || !this.state.bindings.list?.length;
	}

	async #choose() {
		const chosen = this.#model.value;
		try {
			await this.act.choose(chosen);
		} finally {
			this.models();
		}
	}

	meters() {
		const { cost, context, usage, binding } = this.state;
		const total = usage.total ?? {};
		fill(this.#cost, cost.unpriced && !cost.total ? t('unpriced') : dollars(cost.total ?? 0) + (cost.limit ? ' / ' + dollars(cost.limit) : ''));
		this.#cost.title = t('tokens', { input: number(total.input ?? 0), cached: number(total.cached ?? 0), output: number(total.output ?? 0) });
		const window = context.window || binding?.window || 0;
		const part = window ? (context.tokens ?? 0) / window : 0;
		this.#meter.value = Math.min(1, part);
		this.#meter.hidden = !window;
		fill(this.#fill, window ? t('contextOf', { p: percent(part), window: compact(window) }) : t('contextTokens', { n: compact(context.tokens ?? 0) }));
	}
}
