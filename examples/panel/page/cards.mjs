// What an item of the timeline looks like.

import { h, icon, fill } from './dom.mjs';
import { t, label, number, percent, time } from './words.mjs';
import { markdown } from './markdown.mjs';

const icons = {
	webpage_open: 'open', webpage_navigate: 'go', webpage_snapshot: 'read', webpage_find: 'find', webpage_text: 'text', webpage_extract: 'table',
	webpage_screenshot: 'camera', webpage_locate: 'target', webpage_revalidate: 'check', webpage_wait: 'wait', webpage_console: 'terminal',
	webpage_network: 'network', webpage_diagnose: 'health', webpage_tabs: 'tabs', webpage_click: 'click', webpage_hover: 'hover', webpage_drag: 'drag',
	webpage_select_text: 'text', webpage_fill: 'fill', webpage_select: 'list', webpage_press: 'key', webpage_scroll: 'scroll',
	webpage_upload: 'upload', webpage_dialog: 'dialog', webpage_resize: 'resize', webpage_record: 'record', webpage_execute: 'code',
};

// card makes the element of an item. act has open(), whether questions can be
// answered, answer(id, answer) and picture(item, index).
export function card(item, act) {
	const make = kinds[item.kind];
	if (make) {
		return make(item, item.data, act);
	}
	return frame(item, 'unknown', 'info', item.kind, h('pre', { class: 'fine', tabIndex: 0 }, JSON.stringify(item.data)));
}

// frame is what all cards have: an icon, a head, a body.
function frame(item, kind, name, head, ...body) {
	return h('article', { class: 'card ' + kind, 'data-item': item.id },
		h('div', { class: 'mark' }, icon(name)),
		h('div', { class: 'body' },
			h('header', {}, h('h3', {}, head), h('time', { dateTime: item.time }, time(item.time))),
			body));
}

const kinds = {
	user(item, data) {
		return frame(item, 'user', 'user', data.steering ? t('youMeanwhile') : t('you'), h('p', { class: 'said' }, data.text));
	},

	assistant(item, data) {
		const parts = [];
		if (data.reasoning) {
			parts.push(h('details', { class: 'thoughts' }, h('summary', {}, t('thoughts')), h('p', {}, data.reasoning)));
		}
		parts.push(h('div', { class: 'answer' }, data.complete ? markdown(data.text) : h('p', {}, data.text)));
		const made = frame(item, 'assistant', 'dialog', t('agent'), parts);
		if (!data.complete) {
			made.classList.add('writing');
		}
		return made;
	},

	tool(item, data, act) {
		const state = data.state ?? 'running';
		const made = frame(item, 'tool ' + state, icons[data.tool] ?? 'settings', label('tool', data.tool),
			h('p', { class: 'facts' },
				h('span', { class: 'badge ' + state }, label('progress', state)),
				data.elapsed_ms ? h('span', {}, t('milliseconds', { n: number(data.elapsed_ms) })) : null,
				data.code ? h('code', {}, data.code) : null,
				data.repeated ? h('span', { class: 'badge warning' }, t('repeated')) : null),
			summary(data.arguments),
			result(data.text));
		(data.images ?? []).forEach((image, index) => made.querySelector('.body').append(picture(item, index, act)));
		return made;
	},

	fast_path(item, data) {
		const what = [data.action ? label('action', data.action) : '', data.target ?? ''].filter(Boolean).join(' ');
		return frame(item, 'fast ' + data.outcome, 'bolt', t('fastPath') + (data.model ? ' · ' + data.model : ''),
			h('p', { class: 'facts' },
				h('span', { class: 'badge ' + data.outcome }, label('outcome', data.outcome)),
				data.confidence ? h('span', {}, t('confidence', { p: percent(data.confidence) })) : null,
				data.latency_ms ? h('span', {}, t('milliseconds', { n: number(data.latency_ms) })) : null,
				data.reason ? h('span', {}, label('reason', data.reason)) : null),
			what ? h('p', {}, what) : null);
	},

	plan(item, data) {
		return frame(item, 'plan', 'plan', t('plan'), h('ol', {}, (data.steps ?? []).map((step) => h('li', {}, step))),
			data.success ? h('p', { class: 'fine' }, t('doneWhen', { what: data.success })) : null);
	},

	verdict(item, data) {
		return frame(item, 'verdict ' + (data.passed ? 'passed' : 'failed'), data.passed ? 'check' : 'warning',
			t(data.passed ? 'checkPassed' : 'checkFailed', { n: data.attempt }), data.reason ? h('p', {}, data.reason) : null);
	},

	notice(item, data) {
		return frame(item, 'notice ' + data.level, data.level === 'info' ? 'info' : 'warning', label('level', data.level),
			h('p', {}, data.text), data.hint ? h('p', { class: 'fine' }, data.hint) : null);
	},

	approval(item, data, act) {
		const a = data.approval;
		const id = 'question-' + item.id;
		// Nobody waits for an answer to what was asked before the program ended.
		const answer = data.answer || (act.open() ? '' : 'canceled');
		const made = frame(item, 'approval ' + (answer || 'open'), 'shield', t('question', { subject: label('subject', a.subject) }),
			h('p', { id, class: 'question' }, a.question || a.tool),
			a.url ? h('p', { class: 'fine address' }, a.url) : null,
			a.detail ? h('pre', { class: 'detail', tabIndex: 0 }, a.detail) : null);
		const body = made.querySelector('.body');
		if (answer) {
			body.append(h('p', { class: 'facts' }, h('span', { class: 'badge ' + answer }, label('answer', answer))));
			return made;
		}
		made.tabIndex = -1;
		made.setAttribute('role', 'group');
		made.setAttribute('aria-labelledby', id);
		const buttons = (a.choices ?? []).map((choice) => h('button', {
			type: 'button', class: choice === 'deny' ? 'deny' : choice === 'once' ? 'primary' : '',
			onclick: () => {
				buttons.forEach((b) => { b.disabled = true; });
				act.answer(a.id, choice).catch(() => buttons.forEach((b) => { b.disabled = false; }));
			},
		}, label('answer', choice)));
		body.append(h('div', { class: 'choices' }, buttons));
		if (a.deadline) {
			body.append(h('p', { class: 'fine' }, t('until', { when: time(a.deadline) })));
		}
		return made;
	},
};

// mark is what stands around page text for the model; people need none of it.
const mark = /<\/?untrusted[^>]*>/g;

// summary tells what a tool was called with, in a line, all of it on demand.
function summary(values) {
	const entries = Object.entries(values ?? {});
	if (entries.length === 0) {
		return null;
	}
	const short = (value) => (typeof value === 'string' ? value : JSON.stringify(value));
	const all = entries.map(([name, value]) => `${name}: ${short(value)}`);
	const line = entries.map(([, value]) => short(value)).join(' · ');
	if (line.length <= 90 && !line.includes('\n')) {
		return h('p', { class: 'arguments' }, entries.map(([name, value]) => h('span', { title: name }, typeof value === 'string' ? value : `${name}: ${short(value)}`)));
	}
	return h('details', {}, h('summary', {}, line.slice(0, 90) + '…'), h('pre', { tabIndex: 0 }, all.join('\n')));
}

function result(text) {
	const clean = (text ?? '').replace(mark, '').trim();
	if (!clean) {
		return null;
	}
	const lines = clean.split('\n').filter((line) => line.trim() !== '');
	if (lines.length === 1 && clean.length <= 120) {
		return h('p', { class: 'fine' }, clean);
	}
	return h('details', {}, h('summary', { class: 'fine' }, lines[0].slice(0, 110)), h('pre', { tabIndex: 0 }, lines.slice(1).join('\n')));
}

// picture fetches a picture of an item when it comes into view.
function picture(item, index, act) {
	const box = h('figure', { class: 'picture' });
	const show = async () => {
		try {
			const found = await act.picture(item.id, index);
			fill(box, image(found, t('pictureOf', { tool: label('tool', item.data.tool) })));
		} catch {
			fill(box, h('figcaption', { class: 'fine' }, t('pictureLeftOut')));
		}
	};
	const seen = new IntersectionObserver((entries) => {
		if (entries.some((entry) => entry.isIntersecting)) {
			seen.disconnect();
			show();
		}
	});
	seen.observe(box);
	return box;
}

const pictureTypes = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif']);

// image makes an image of a picture that the server sent.
export function image(found, alt) {
	if (!pictureTypes.has(found.mime)) {
		return h('p', { class: 'fine' }, t('pictureLeftOut'));
	}
	return h('img', { src: `data:${found.mime};base64,${found.data}`, alt, width: found.width || undefined, height: found.height || undefined });
}
