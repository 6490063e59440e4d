// The language of the panel: its own texts, and the library's names of things.

import { en } from './words-en.mjs';
import { zh } from './words-zh.mjs';
import { remembered, remember } from './storage.mjs';

const tables = { en, zh };
const labels = {};
let language = 'en';

// begin takes the language that was chosen earlier in this browser, or else the
// one that the browser asked the server for.
export async function begin() {
	const chosen = remembered('language');
	await use(chosen in tables ? chosen : document.documentElement.lang);
}

// speak changes the language for good.
export async function speak(to) {
	remember('language', to);
	await use(to);
}

async function use(to) {
	language = to in tables ? to : 'en';
	document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en';
	if (!labels[language]) {
		const answer = await fetch('labels/' + language);
		labels[language] = answer.ok ? await answer.json() : {};
	}
}

export const current = () => language;
export const languages = Object.keys(tables);

// t gives a text of the panel, with values in the place of {names}.
export function t(key, values = {}) {
	const text = tables[language][key] ?? en[key] ?? key;
	return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

// label gives the library's name of a value.
export function label(group, value) {
	return labels[language]?.[group]?.[value] ?? value;
}

const locale = () => (language === 'zh' ? 'zh-CN' : 'en');

export const number = (n, options) => new Intl.NumberFormat(locale(), options).format(n);
export const dollars = (n) => '$' + number(n, { minimumFractionDigits: 2, maximumFractionDigits: n < 1 ? 4 : 2 });
export const percent = (n) => number(n, { style: 'percent', maximumFractionDigits: 0 });
export const compact = (n) => number(n, { notation: 'compact', maximumFractionDigits: 1 });
export const time = (when) => new Intl.DateTimeFormat(locale(), { hour: '2-digit', minute: '2-digit' }).format(new Date(when));
export const date = (when) => new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(when));
