// The state that all panels show, made of events as event.Timeline makes it.

// mostItems is how many items are kept, the newest, as the server does.
const mostItems = 500;

export class State {
	seq = -1;
	items = new Map(); // by id, in their order
	dropped = 0;
	run = { state: 'idle' };
	usage = {};
	cost = { total: 0 };
	context = { tokens: 0 };
	conversations = { list: [] };
	bindings = { list: [] };
	approvals = [];

	// apply takes an event in and tells what it changed: 'all', or the name of a
	// field, with the id of the item for 'item' and 'delta'. A missing event gives
	// 'gap', and nothing changes.
	apply(event) {
		const { type, data, seq } = event;
		if (type === 'snapshot') {
			this.#load(data);
			this.seq = seq;
			return { what: 'all' };
		}
		if (seq !== this.seq + 1) {
			return { what: 'gap' };
		}
		this.seq = seq;
		switch (type) {
		case 'item_added':
		case 'item_updated':
			return { what: 'item', id: data.item.id, gone: this.#put(data.item) };
		case 'text_delta':
			return this.#write(data);
		case 'run_state':
			this.run = data;
			return { what: 'run' };
		case 'approval_asked':
			this.approvals = [...this.approvals, data.approval];
			return { what: 'approvals', asked: data.approval };
		case 'approval_answered':
			this.approvals = this.approvals.filter((a) => a.id !== data.id);
			return { what: 'approvals' };
		case 'usage':
		case 'cost':
		case 'context':
		case 'conversations':
		case 'bindings':
			this[type] = data;
			return { what: type };
		case 'problem':
			return { what: 'problem', problem: data };
		}
		return { what: 'nothing' };
	}

	#load(s) {
		this.items = new Map((s.items ?? []).map((item) => [item.id, item]));
		this.dropped = s.dropped ?? 0;
		this.run = s.run ?? { state: 'idle' };
		this.usage = s.usage ?? {};
		this.cost = s.cost ?? { total: 0 };
		this.context = s.context ?? { tokens: 0 };
		this.conversations = { ...s.conversations, list: s.conversations?.list ?? [] };
		this.bindings = { ...s.bindings, list: s.bindings?.list ?? [] };
		this.approvals = s.approvals ?? [];
	}

	// put gives the id of the item that had to go.
	#put(item) {
		this.items.set(item.id, item);
		if (this.items.size <= mostItems) {
			return null;
		}
		const [oldest] = this.items.keys();
		this.items.delete(oldest);
		this.dropped++;
		return oldest;
	}

	#write(delta) {
		const item = this.items.get(delta.item);
		if (item?.kind !== 'assistant') {
			return { what: 'nothing' };
		}
		const field = delta.reasoning ? 'reasoning' : 'text';
		const data = { ...item.data, [field]: (item.data[field] ?? '') + delta.text };
		this.items.set(item.id, { ...item, data });
		return { what: 'delta', id: item.id };
	}

	get running() {
		return ['running', 'waiting', 'stopping'].includes(this.run.state);
	}

	// binding is the model in use.
	get binding() {
		return this.bindings.list?.find((b) => b.id === this.bindings.current);
	}
}
