// What the agent may do, where, and how it works.

import { h, button } from './dom.mjs';
import { t, label } from './words.mjs';
import { line, amount, choice, check, lines, key } from './fields.mjs';

export function safety({ draft }) {
	const s = draft.safety;
	return [
		h('fieldset', {}, h('legend', {}, t('asks')),
			check(s, 'password', t('askPassword'), t('askPasswordHint')),
			check(s, 'script', t('askScript'), t('askScriptHint')),
			check(s, 'upload', t('askUpload'), t('askUploadHint')),
			check(s, 'purchase', t('askPurchase'), t('askPurchaseHint'))),
		h('fieldset', {}, h('legend', {}, t('tab-sites')), check(s, 'all_sites', t('allSites'), t('allSitesHint'))),
	];
}

export function sites({ draft, saved, act }) {
	const answers = Object.entries(saved.sites ?? {});
	return [
		h('p', { class: 'fine' }, t('sitesHint')),
		lines(draft.safety, 'allowed', t('allowed')),
		lines(draft.safety, 'blocked', t('blocked'), t('blockedHint')),
		h('fieldset', {}, h('legend', {}, t('answers')),
			answers.length === 0 ? h('p', { class: 'fine' }, t('noAnswers')) : h('ul', { class: 'answers' }, answers.map(([site, answer]) => h('li', {},
				h('code', {}, site), h('span', { class: 'badge ' + answer }, label('answer', answer)),
				button('trash', t('forget', { site }), () => act.forget(site), { bare: true, class: 'bare' }))))),
	];
}

export function advanced({ draft, keys, saved }) {
	const a = draft.advanced;
	a.fast ??= {};
	return [
		h('fieldset', {}, h('legend', {}, t('runs')),
			h('div', { class: 'columns' },
				amount(a, 'steps', t('steps'), { min: 1, max: 1000, required: true }),
				amount(a, 'checks', t('checks'), { max: 10, zero: true, hint: t('checksHint') }),
				amount(a, 'cost', t('costLimit'), { step: 'any', hint: t('noLimit') }),
				amount(a, 'minutes', t('timeLimit'), { max: 1440, hint: t('noLimit') })),
			check(a, 'planner', t('planner')),
			check(a, 'screenshots', t('screenshots'), t('screenshotsHint'))),
		h('fieldset', {}, h('legend', {}, t('model')),
			h('div', { class: 'columns' },
				choice(a, 'effort', t('effort'), ['', 'low', 'medium', 'high'].map((e) => [e, t(e ? 'effort-' + e : 'effort-none')])),
				amount(a, 'max_output', t('maxOutput'), { hint: t('maxOutputHint') })),
			choice(a, 'language', t('language'), [['', t('languageAuto')], ['en', 'English'], ['zh', '中文']], { hint: t('languageHint') })),
		h('fieldset', {}, h('legend', {}, t('fastPath')),
			h('p', { class: 'fine' }, t('fastHint')),
			line(a.fast, 'base', t('address'), { type: 'url' }),
			line(a.fast, 'model', t('model')),
			key(keys, 'fast-path', t('key'), saved.keys['fast-path'] ? t('keyKept', { hint: saved.keys['fast-path'] }) : t('keyNone')),
			check(a.fast, 'flat', t('flat'), t('flatHint'))),
	];
}
