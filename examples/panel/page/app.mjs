// The panel: it shows the state that the events make, and says what a person
// wants.

import { h, fill } from './dom.mjs';
import * as words from './words.mjs';
import { t, label } from './words.mjs';
import { remembered, remember, token } from './storage.mjs';
import { Link } from './link.mjs';
import { State } from './state.mjs';
import { Header } from './header.mjs';
import { Timeline } from './timeline.mjs';
import { Composer } from './composer.mjs';
import { Drawer } from './drawer.mjs';
import { Live } from './live.mjs';
import { Settings } from './settings.mjs';

const themes = ['auto', 'light', 'dark'];

class Panel {
	state = new State();
	status = h('p', { class: 'hidden', role: 'status' });
	urgent = h('p', { class: 'hidden', role: 'alert' });
	alerts = h('div', { class: 'toasts', role: 'alert' });

	constructor() {
		this.link = new Link(token(), { event: (e) => this.event(e), note: (type, data) => this.note(type, data), state: (s) => this.connection(s) });
		const say = (type, data) => this.say(type, data);
		const { state } = this;
		this.settings = new Settings({
			load: () => say('get_settings').catch(() => {}), save: (s) => this.link.ask('put_settings', s), forget: (site) => say('forget_site', { site }),
			diagnose: () => this.link.ask('diagnose'), tryModel: (model) => this.link.ask('try_model', { model }),
		});
		this.drawer = new Drawer(state, {
			open: (id) => say('switch_conversation', { id }), remove: (id) => say('delete_conversation', { id }), fresh: () => say('new_conversation'),
		});
		this.header = new Header(state, {
			history: () => this.drawer.open(), settings: () => this.settings.open(), choose: (id) => say('set_binding', { id }),
			exportAs: (format) => this.save(format), fresh: () => say('new_conversation').then(() => this.composer.focus(), () => {}),
			detach: () => say('detach').then(() => this.tell(t('detached')), () => {}), language: () => this.switchLanguage(),
			theme: () => this.switchTheme(), themeName: () => this.theme,
		});
		this.timeline = new Timeline(state, {
			open: () => state.running, answer: (id, answer) => say('approval', { id, answer }), picture: (item, index) => this.link.ask('picture', { item, index }),
			resume: () => say('continue').catch(() => {}), example: (text) => this.composer.write(text), settings: () => this.settings.open('endpoints'),
		});
		this.composer = new Composer(state, { send: (text) => say('send', { text }), stop: () => say('abort').catch(() => {}) });
		this.live = new Live(state, { look: (marks) => this.link.ask('look', { marks }) });
		this.theme = themes.includes(remembered('theme')) ? remembered('theme') : 'auto';
		this.skip = h('a', { class: 'skip', href: '#composer', onclick: (e) => this.toComposer(e) });
	}

	async begin() {
		this.paint();
		await words.begin();
		const app = document.getElementById('app');
		fill(app, this.skip, this.header.element, h('main', {}, this.timeline.element, this.composer.element), this.live.element,
			this.status, this.urgent, this.alerts, this.drawer.element, this.settings.element);
		this.all();
		this.link.connect();
		this.composer.focus();
	}

	// all shows everything anew.
	all() {
		this.skip.textContent = t('skip');
		this.header.all();
		this.timeline.all();
		this.composer.show();
		this.drawer.show();
		this.live.all();
		this.settings.all();
		this.titled();
	}

	event(event) {
		const was = this.state.running;
		const change = this.state.apply(event);
		switch (change.what) {
		case 'gap':
			this.link.again();
			return;
		case 'all':
			this.all();
			this.live.look();
			return;
		case 'item':
			this.timeline.item(change.id);
			if (change.gone) {
				this.timeline.drop(change.gone);
			}
			this.changed(this.state.items.get(change.id));
			break;
		case 'delta':
			this.timeline.delta(change.id);
			break;
		case 'run':
			this.timeline.run();
			this.header.run();
			this.composer.show();
			this.live.run();
			if (was && !this.state.running) {
				this.tell([label('state', this.state.run.state), this.state.run.reason].filter(Boolean).join(': '));
				this.live.look();
			}
			break;
		case 'approvals':
			if (change.asked) {
				this.urgent.textContent = change.asked.question || label('subject', change.asked.subject);
				this.timeline.asked(change.asked);
			}
			break;
		case 'usage':
		case 'cost':
		case 'context':
			this.header.meters();
			break;
		case 'bindings':
			this.header.models();
			this.header.meters();
			this.timeline.run();
			break;
		case 'conversations':
			this.drawer.show();
			break;
		case 'problem':
			this.toast([change.problem.text, change.problem.hint].filter(Boolean).join(' '));
		}
		this.titled();
	}

	// changed tells those who do not see it what an item says, and looks at what
	// the agent did to the page.
	changed(item) {
		if (item.kind === 'assistant' && item.data.complete) {
			this.tell(item.data.text);
		} else if (item.kind === 'fast_path' || item.kind === 'tool' && item.data.state !== 'running') {
			this.live.look();
		}
	}

	note(type, data) {
		if (type === 'settings') {
			this.settings.take(data);
			if (!data.spoken) { // the agent speaks the language of the first panel
				this.link.ask('set_language', { language: words.current() }).catch(() => {});
			}
		} else if (type === 'open_settings') {
			this.settings.open();
		}
	}

	connection(state) {
		this.header.connection(state);
		document.body.classList.toggle('offline', state !== 'connected');
		if (state !== 'connecting' && state !== 'connected') {
			this.tell(t('line-' + state));
		}
	}

	// say asks the server for something, and shows why it was not done.
	async say(type, data) {
		try {
			return await this.link.ask(type, data);
		} catch (error) {
			const known = 'error-' + error.code;
			this.toast(t(known) === known ? error.message : t(known));
			throw error;
		}
	}

	tell(text) {
		this.status.textContent = text;
	}

	toast(text) {
		const made = h('p', { class: 'toast' }, text);
		this.alerts.append(made);
		setTimeout(() => made.remove(), 8000);
	}

	async save(format) {
		try {
			const file = await this.say('export', { format });
			const address = URL.createObjectURL(new Blob([file.text], { type: file.mime }));
			h('a', { href: address, download: file.name }).click();
			setTimeout(() => URL.revokeObjectURL(address), 10000);
			this.tell(t('exported', { name: file.name }));
		} catch {
			// say has told why
		}
	}

	async switchLanguage() {
		const all = words.languages;
		await words.speak(all[(all.indexOf(words.current()) + 1) % all.length]);
		this.all();
		this.say('set_language', { language: words.current() }).catch(() => {});
	}

	switchTheme() {
		this.theme = themes[(themes.indexOf(this.theme) + 1) % themes.length];
		remember('theme', this.theme);
		this.paint();
		this.header.all();
	}

	paint() {
		document.documentElement.dataset.theme = this.theme;
	}

	titled() {
		const { state } = this;
		document.title = (state.approvals.length ? '● ' : state.running ? '… ' : '') + 'holdfast';
	}

	toComposer(e) {
		e.preventDefault();
		this.composer.focus();
	}
}

new Panel().begin();
