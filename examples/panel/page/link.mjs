// The connection to the server. It comes back by itself; a request that had no
// reply is said again under its id, which the server does not carry out twice.

const protocol = 'holdfast.panel.v1';
const shortest = 250;
const longest = 8000;
const patience = 6; // attempts until a program that was there has another token, or has ended

export class Link {
	#token;
	#socket = null;
	#open = new Map(); // requests without a reply, by id
	#pause = shortest;
	#timer = 0;
	#refused = 0;
	#ever = false;

	// on has event(e), note(type, data) and state('connecting' | 'connected' |
	// 'lost' | 'refused').
	constructor(token, on) {
		this.#token = token;
		this.on = on;
		addEventListener('online', () => this.#hurry());
		document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && this.#hurry());
	}

	connect() {
		clearTimeout(this.#timer);
		if (!this.#refused) {
			this.on.state(this.#ever ? 'lost' : 'connecting');
		}
		const address = new URL('socket', location.href);
		address.protocol = 'ws:';
		let socket;
		try {
			socket = new WebSocket(address, [protocol, 'token.' + this.#token]);
		} catch {
			this.on.state('refused'); // the token is none
			return;
		}
		this.#socket = socket;
		let opened = false;
		socket.onopen = () => {
			opened = this.#ever = true;
			this.#pause = shortest;
			this.#refused = 0;
			this.on.state('connected');
			for (const request of this.#open.values()) {
				socket.send(request.text);
			}
			this.ask('hello').catch(() => {});
		};
		socket.onmessage = (message) => this.#take(JSON.parse(message.data));
		socket.onclose = () => {
			if (this.#socket !== socket) {
				return;
			}
			this.#socket = null;
			// A browser does not tell a page why a socket did not open.
			this.#refused += opened ? 0 : 1;
			this.on.state(this.#refused > (this.#ever ? patience : 1) ? 'refused' : 'lost');
			this.#timer = setTimeout(() => this.connect(), this.#pause);
			this.#pause = Math.min(2 * this.#pause, longest);
		};
	}

	#hurry() {
		if (!this.#socket) {
			this.#pause = shortest;
			this.connect();
		}
	}

	// again begins anew, with a snapshot: an event is missing.
	again() {
		this.#socket?.close();
	}

	// ask says what is wanted and waits for the reply, over as many connections as
	// it takes.
	ask(type, data = {}) {
		const id = crypto.randomUUID();
		const text = JSON.stringify({ id, type, data });
		return new Promise((resolve, reject) => {
			this.#open.set(id, { text, resolve, reject });
			if (this.#socket?.readyState === WebSocket.OPEN) {
				this.#socket.send(text);
			}
		});
	}

	#take(message) {
		if (message.seq !== undefined) {
			this.on.event(message);
			return;
		}
		if (message.type !== 'reply') {
			this.on.note(message.type, message.data);
			return;
		}
		const request = this.#open.get(message.data.id);
		this.#open.delete(message.data.id);
		if (message.data.error) {
			request?.reject(Object.assign(new Error(message.data.error), { code: message.data.code }));
		} else {
			request?.resolve(message.data.result);
		}
	}
}
