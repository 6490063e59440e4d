// Services and their models.

import { h, button } from './dom.mjs';
import { t, number } from './words.mjs';
import { line, amount, choice, check, key } from './fields.mjs';

const fresh = () => crypto.randomUUID().slice(0, 8);

export function endpoints({ draft, keys, saved, again }) {
	return [
		h('p', { class: 'fine' }, t('endpointsHint')),
		draft.endpoints.map((e, i) => {
			const name = e.name || e.base || t('newEndpoint');
			return h('fieldset', {}, h('legend', {}, name),
				line(e, 'name', t('name')),
				line(e, 'base', t('address'), { type: 'url', required: true, placeholder: 'https://api.example.com/v1' }),
				key(keys, e.id, t('key'), keys[e.id] === '' ? t('keyForgotten') : saved.keys[e.id] ? t('keyKept', { hint: saved.keys[e.id] }) : t('keyNone')),
				h('div', { class: 'row' },
					saved.keys[e.id] ? h('button', {
						type: 'button',
						onclick: () => {
							keys[e.id] = '';
							again();
						},
					}, t('forgetKey')) : null,
					button('trash', t('removeThing', { name }), () => {
						draft.endpoints.splice(i, 1);
						draft.models = draft.models.filter((m) => m.endpoint !== e.id);
						again();
					})));
		}),
		button('plus', t('addEndpoint'), () => {
			draft.endpoints.push({ id: fresh(), name: '', base: '' });
			again();
		}),
	];
}

export function models({ draft, saved, act, again, open }) {
	if (draft.endpoints.length === 0) {
		return [h('p', {}, t('noEndpoints')), h('button', { type: 'button', onclick: () => open('endpoints') }, t('tab-endpoints'))];
	}
	const known = h('datalist', { id: 'known-models' }, saved.known.map((m) => h('option', { value: m.id })));
	return [
		known,
		h('p', { class: 'fine' }, t('modelsHint')),
		draft.models.map((m, i) => {
			const about = saved.known.find((k) => k.id === m.model);
			const name = m.name || m.model || t('newModel');
			const price = about?.price ?? {};
			const answer = h('p', { class: 'fine', role: 'status' });
			m.price ??= { input: 0, output: 0 };
			return h('fieldset', {}, h('legend', {}, name),
				line(m, 'model', t('model'), { required: true, list: 'known-models', onchange: again }),
				line(m, 'name', t('name')),
				choice(m, 'endpoint', t('endpoint'), draft.endpoints.map((e) => [e.id, e.name || e.base || t('newEndpoint')])),
				h('div', { class: 'columns' },
					amount(m, 'window', t('window'), { placeholder: about?.context ? number(about.context) : '' }),
					amount(m.price, 'input', t('priceInput'), { step: 'any', placeholder: price.input ?? '' }),
					amount(m.price, 'cached', t('priceCached'), { step: 'any', placeholder: price.cached ?? '' }),
					amount(m.price, 'output', t('priceOutput'), { step: 'any', placeholder: price.output ?? '' })),
				check(m, 'vision', t('vision'), about?.vision ? t('visionKnown') : ''),
				h('div', { class: 'row' },
					saved.models.some((s) => s.id === m.id) ? button('play', t('tryModel', { name }), async () => {
						answer.textContent = t('trying');
						try {
							const found = await act.tryModel(m.id);
							answer.textContent = t(found.ok ? 'tryOK' : 'tryFailed', { text: found.text, ms: number(found.elapsed_ms) });
						} catch (error) {
							answer.textContent = error.message;
						}
					}) : null,
					button('trash', t('removeThing', { name }), () => {
						draft.models.splice(i, 1);
						again();
					})),
				answer);
		}),
		button('plus', t('addModel'), () => {
			draft.models.push({ id: fresh(), endpoint: draft.endpoints[0].id, model: '', name: '', price: { input: 0, output: 0 } });
			again();
		}),
	];
}
