// What of the browser works.

import { h, button, fill } from './dom.mjs';
import { t, number } from './words.mjs';

export function diagnostics({ act }) {
	const result = h('div', { role: 'status' });
	const begin = button('health', t('diagnose'), async () => {
		begin.disabled = true;
		fill(result, h('p', {}, t('diagnosing')));
		try {
			show(result, await act.diagnose());
		} catch (error) {
			fill(result, h('p', { class: 'trouble' }, error.message));
		}
		begin.disabled = false;
	});
	return [h('p', { class: 'fine' }, t('diagnoseHint')), begin, result];
}

function show(result, d) {
	fill(result,
		h('p', {}, h('strong', {}, t(d.ok ? 'healthy' : 'unhealthy')), ' ', d.browser ?? ''),
		h('div', { class: 'wide' }, h('table', {},
			h('thead', {}, h('tr', {}, ['check', 'outcome', 'took', 'details'].map((name) => h('th', { scope: 'col' }, t('diagnosis-' + name))))),
			h('tbody', {}, (d.checks ?? []).map((c) => h('tr', {},
				h('th', { scope: 'row' }, c.name), h('td', {}, outcome(c)),
				h('td', {}, c.ms === undefined ? '' : t('milliseconds', { n: number(c.ms) })),
				h('td', {}, [c.detail, c.advice].filter(Boolean).join(' '))))))));
}

function outcome(c) {
	const kinds = { ok: 'done', failed: 'failed' };
	return h('span', { class: 'badge ' + (kinds[c.state] ?? '') }, t('diagnosis-' + c.state));
}
