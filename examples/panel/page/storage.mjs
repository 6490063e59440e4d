// What a browser remembers. A browser that keeps nothing is no reason to fail.

export function remembered(name) {
	try {
		return localStorage.getItem('panel.' + name);
	} catch {
		return null;
	}
}

export function remember(name, value) {
	try {
		localStorage.setItem('panel.' + name, value);
	} catch {
		// It holds until the page is left.
	}
}

// token takes the token out of the address, so that it stands neither in the
// history nor on a picture of the screen, and keeps it for as long as the tab is
// open.
export function token() {
	const given = new URLSearchParams(location.hash.slice(1)).get('token');
	try {
		if (given) {
			sessionStorage.setItem('panel.token', given);
		}
		if (given) {
			history.replaceState(null, '', location.pathname);
		}
		return given ?? sessionStorage.getItem('panel.token') ?? '';
	} catch {
		return given ?? '';
	}
}
