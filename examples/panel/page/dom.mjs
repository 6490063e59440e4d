// Elements are made one by one, never out of text: what pages and models write
// is text everywhere.

// h makes an element. A property whose name begins with "on" is a listener,
// "class" and names with a dash are attributes, like true and false values of
// aria; the others are properties of the element.
export function h(name, properties, ...children) {
	const element = document.createElement(name);
	for (const [key, value] of Object.entries(properties ?? {})) {
		if (value === undefined || value === null) {
			continue;
		}
		if (key.startsWith('on')) {
			element.addEventListener(key.slice(2), value);
		} else if (key === 'class' || key === 'role' || key === 'for' || key === 'list' || key.includes('-')) {
			element.setAttribute(key, String(value));
		} else {
			element[key] = value;
		}
	}
	put(element, children);
	return element;
}

// put adds children: elements, texts, lists of them, and nothing for null.
export function put(element, children) {
	for (const child of children.flat(Infinity)) {
		if (child !== null && child !== undefined && child !== false) {
			element.append(child);
		}
	}
	return element;
}

// fill puts children in the place of those that are there.
export function fill(element, ...children) {
	element.replaceChildren();
	return put(element, children);
}

const svg = 'http://www.w3.org/2000/svg';

// paths are icons of 24 by 24, drawn with lines.
const paths = {
	open: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18',
	go: 'M5 12h14M13 6l6 6-6 6',
	read: 'M5 4h14v16H5zM8 8h8M8 12h8M8 16h5',
	find: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l5 5',
	table: 'M4 5h16v14H4zM4 10h16M10 5v14',
	camera: 'M4 8h4l2-3h4l2 3h4v11H4zM12 10a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7z',
	target: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 1v5M12 18v5M1 12h5M18 12h5',
	check: 'M4 13l5 5L20 7',
	wait: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l4 2',
	terminal: 'M3 5h18v14H3zM7 9l3 3-3 3M12 15h5',
	network: 'M12 20h.01M8.5 16.5a5 5 0 0 1 7 0M5 13a10 10 0 0 1 14 0M2 9a15 15 0 0 1 20 0',
	health: 'M3 12h4l2-6 4 12 3-8 1 2h4',
	tabs: 'M3 8h18v12H3zM3 8V4h8l2 4',
	click: 'M9 4v11l3-3 2.5 6 2.5-1-2.5-6H19z',
	hover: 'M6 3v16l4-4 3 6 2-1-3-6h6z',
	drag: 'M12 3v18M3 12h18M12 3l-3 3m3-3l3 3M12 21l-3-3m3 3l3-3M3 12l3-3m-3 3l3 3M21 12l-3-3m3 3l-3 3',
	text: 'M5 6V4h14v2M12 4v16M9 20h6',
	fill: 'M4 20h4L19 9l-4-4L4 16zM13 7l4 4',
	list: 'M9 6h11M9 12h11M9 18h11M4 6h.01M4 12h.01M4 18h.01',
	key: 'M3 7h18v11H3zM7 11h.01M11 11h.01M15 11h.01M8 15h8',
	scroll: 'M12 4v16M12 20l-5-5M12 20l5-5',
	upload: 'M12 16V4M12 4L7 9M12 4l5 5M4 20h16',
	dialog: 'M4 5h16v11h-9l-4 4v-4H4z',
	resize: 'M4 14v6h6M20 10V4h-6M4 20l7-7M20 4l-7 7',
	record: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
	code: 'M8 7l-5 5 5 5M16 7l5 5-5 5M14 4l-4 16',
	bolt: 'M13 2L4 14h7l-1 8 9-12h-7z',
	shield: 'M12 3l8 3v6c0 5-4 8-8 9-4-1-8-4-8-9V6z',
	plan: 'M4 6l2 2 3-3M4 12l2 2 3-3M4 18l2 2 3-3M12 7h8M12 13h8M12 19h8',
	info: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 8h.01M12 11v6',
	warning: 'M12 3L2 20h20zM12 10v4M12 17h.01',
	user: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4 21c1-5 4-7 8-7s7 2 8 7',
	send: 'M4 12L20 4l-5 16-4-6z',
	stop: 'M6 6h12v12H6z',
	play: 'M7 4l13 8-13 8z',
	menu: 'M4 6h16M4 12h16M4 18h16',
	settings: 'M4 7h10M18 7h2M4 17h4M12 17h8M16 4.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM10 14.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z',
	download: 'M12 4v12M12 16l-5-5M12 16l5-5M4 20h16',
	close: 'M6 6l12 12M18 6L6 18',
	plus: 'M12 5v14M5 12h14',
	trash: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5',
	eye: 'M2 12c3-5 6-7 10-7s7 2 10 7c-3 5-6 7-10 7s-7-2-10-7zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
	sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M5 19l2-2M17 7l2-2',
	moon: 'M20 14A8 8 0 0 1 10 4a8 8 0 1 0 10 10z',
	auto: 'M12 3a9 9 0 1 0 0 18zM12 3a9 9 0 0 1 0 18',
	unlink: 'M9 15l6-6M8 8l-3 3a4 4 0 0 0 6 6l1-1M16 16l3-3a4 4 0 0 0-6-6l-1 1',
};

// icon draws an icon. It says nothing: words stand beside it.
export function icon(name) {
	const image = document.createElementNS(svg, 'svg');
	image.setAttribute('viewBox', '0 0 24 24');
	image.setAttribute('aria-hidden', 'true');
	image.setAttribute('class', 'icon');
	const path = document.createElementNS(svg, 'path');
	path.setAttribute('d', paths[name] ?? paths.info);
	image.append(path);
	return image;
}

// button makes a button with an icon, whose name is a text or a label.
export function button(name, label, onclick, properties = {}) {
	const { bare, ...rest } = properties;
	return h('button', { type: 'button', onclick, title: bare ? label : undefined, 'aria-label': bare ? label : undefined, ...rest }, icon(name), bare ? null : h('span', {}, label));
}
