// The little of Markdown that models write, made into elements. Links stay text:
// where they lead is the choice of whoever wrote them, which may be a page.

import { h } from './dom.mjs';

// markdown makes elements of a text.
export function markdown(text) {
	const blocks = [];
	const lines = text.replace(/\r\n?/g, '\n').split('\n');
	let at = 0;
	while (at < lines.length) {
		const line = lines[at];
		const fence = /^ {0,3}(```+|~~~+)/.exec(line);
		if (fence) {
			const code = [];
			at++;
			while (at < lines.length && !lines[at].trim().startsWith(fence[1])) {
				code.push(lines[at++]);
			}
			at++;
			blocks.push(h('pre', { tabIndex: 0 }, h('code', {}, code.join('\n'))));
			continue;
		}
		const heading = /^ {0,3}(#{1,6}) +(.*)$/.exec(line);
		if (heading) {
			// A heading of an answer is none of the panel's.
			blocks.push(h('p', { class: 'heading' }, inline(heading[2])));
			at++;
			continue;
		}
		const item = /^ {0,6}([-*+]|\d{1,3}[.)]) +/;
		if (item.test(line)) {
			const ordered = /^ {0,6}\d/.test(line);
			const list = h(ordered ? 'ol' : 'ul', {});
			if (ordered) {
				list.start = parseInt(line.trim(), 10);
			}
			while (at < lines.length && item.test(lines[at])) {
				list.append(h('li', {}, inline(lines[at++].replace(item, ''))));
			}
			blocks.push(list);
			continue;
		}
		if (line.trim() === '') {
			at++;
			continue;
		}
		const paragraph = [];
		while (at < lines.length && lines[at].trim() !== '' && !item.test(lines[at]) && !/^ {0,3}(```|~~~|#{1,6} )/.test(lines[at])) {
			paragraph.push(lines[at++]);
		}
		if (paragraph.length === 0) { // what begins like something else and is not
			paragraph.push(lines[at++]);
		}
		blocks.push(h('p', {}, inline(paragraph.join('\n'))));
	}
	return blocks;
}

// inline makes bold text and code.
function inline(text) {
	const parts = [];
	let rest = 0;
	for (const found of text.matchAll(/`([^`\n]+)`|\*\*([^*\n]+)\*\*/g)) {
		parts.push(text.slice(rest, found.index));
		parts.push(found[1] !== undefined ? h('code', {}, found[1]) : h('strong', {}, found[2]));
		rest = found.index + found[0].length;
	}
	parts.push(text.slice(rest));
	return parts;
}
