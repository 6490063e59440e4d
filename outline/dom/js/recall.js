// Recall: what an action of the agent's own changed is still the same thing.
// Before and after every action it is written down what its element, and those
// beside it, were; later looks compare with that.
h => {
  'use strict';

  // wordsOf counts the words that describe a thing: its role and name and the
  // text of what holds it.
  const word = /[0-9A-Za-z\u00aa\u00b5\u00ba\u00c0-\u1fff\u2c00-\u2dff\u3040-\ud7ff\uf900-\ufdff\ufe70-\ufefc\uff10-\uffdc]+/g;
  const wordsOf = (what, holder) => {
    const words = new Map();
    const text = `${what.role} ${what.name} ${holder ? h.words(holder, 1200) : ''}`.toLowerCase();
    for (const one of text.match(word) || []) words.set(one, (words.get(one) || 0) + 1);
    return words;
  };

  // Peers are the neighbours of an element, or of what holds it, that are built
  // alike: the rows before and after.
  const peersOf = (element, holder) => {
    const peers = [];
    for (let e = element, n = 0; e && n < 8; e = h.parentOf(e), n++) {
      if (!holder && n > 2) break;
      for (const other of [h.previousElement(e), h.nextElement(e)]) {
        if (other && h.tag(other) === h.tag(e) && built(other) === built(e)) {
          peers.push({ element: new WeakRef(other), text: said(other) });
        }
      }
      if (e === holder) break;
    }
    return peers;
  };
  const built = element => h.elementCount(element) + ' ' + h.all(element, 'a,button,input').length;
  const said = element => h.timeless(h.words(element, 300));

  const samePeers = peers => peers.every(peer => {
    const element = peer.element.deref();
    return element && h.connected(element) && said(element) === peer.text;
  });

  const holds = (outer, element) => {
    for (let e = element; e; e = h.parentOf(e)) if (e === outer) return true;
    return false;
  };

  // remember keeps what is needed to know a thing again that an action of the
  // agent's own changes. It holds no element, so it keeps nothing alive.
  h.remember = what => {
    const holder = what.near || what.item;
    return {
      element: new WeakRef(what.element),
      holder: holder ? new WeakRef(holder) : null,
      lead: holder ? h.leadOf(holder, what.element) : '',
      peers: peersOf(what.element, holder),
      words: wordsOf(what, holder),
      role: what.role,
      identity: what.identity,
    };
  };

  // sameAfterAction tells whether an element is still the same thing after an
  // action of the agent's own changed its name or its item: same node, in the
  // same item node that still begins with the same words, at least half of the
  // words the same. When rows are used again for other records, the item
  // begins with other words or the rows beside it change, too.
  h.sameAfterAction = (before, what) => {
    if (before.element.deref() !== what.element || before.role !== what.role) return false;
    const holder = before.holder ? before.holder.deref() : null;
    if (before.holder && !(holder && holds(holder, what.element))) return false;
    if (holder && h.leadOf(holder, what.element) !== before.lead) return false;
    if (!samePeers(before.peers)) return false;
    let earlier = 0;
    let later = 0;
    let common = 0;
    const words = wordsOf(what, holder);
    for (const n of words.values()) later += n;
    for (const [word, n] of before.words) {
      earlier += n;
      common += Math.min(n, words.get(word) || 0);
    }
    return 2 * common >= Math.min(earlier, later);
  };

  // The text nodes of an item, other than the element's own, are what it is
  // called by, node by node. A page that uses the item for another record
  // writes other text into them or takes them away; one that adds a hint, a
  // counter or a list of suggestions leaves them alone.
  const textsOf = (holder, element) => {
    const walker = h.walkerIn(h.docOf(holder), holder, NodeFilter.SHOW_TEXT);
    const texts = [];
    for (let node; texts.length < mostTexts && (node = walker.nextNode()); ) {
      if (says.test(node.data) && !h.contains(element, node)) {
        const button = h.up(h.parent(node), 'button,[role=button]') !== null;
        texts.push({ node: new WeakRef(node), parent: new WeakRef(h.parent(node)), data: node.data, button });
      }
    }
    return texts;
  };
  const { says } = h;
  const mostTexts = 60;

  // standing gives what must not change below a pointer that merely arrives:
  // the labels of the containers around a thing, and the texts of what holds it.
  h.standing = what => {
    const { element, item, near, labels } = what;
    const holders = [near, item, item && h.termOf(item)].filter(holder => holder !== null);
    return { labels, texts: holders.flatMap(holder => textsOf(holder, element)) };
  };

  // rewritten tells whether other text stands in the nodes of what held a thing:
  // nothing but another record does that. What a hint or a hand over a card adds
  // and takes away are nodes.
  h.rewritten = (standing, what) => what.labels !== standing.labels || standing.texts.some(({ node, parent, data }) => {
    const text = node.deref();
    const around = parent.deref();
    const now = text && h.connected(text) ? text.data : around && h.connected(around) ? ownText(around) : '';
    return says.test(now) && lasting(now) !== lasting(data);
  });
  // ownText gives the text that stands right in an element.
  const ownText = element => {
    let text = '';
    for (let node = h.first(element); node; node = h.next(node)) if (h.kind(node) === 3) text += node.data;
    return text;
  };
  const lasting = text => h.countless(h.timeless(h.fold(text)));

  // records are the things that were acted on and those beside them, the last
  // ones last.
  const records = new Map();
  const mostRecords = 200;

  // record writes down what a thing is. was is its identity before the action
  // that it is still the same after.
  h.record = (what, was) => {
    const id = h.idOf(what.element);
    const old = records.get(id);
    const holder = what.near || what.item;
    const former = new Set([what.identity]);
    if (was !== undefined) former.add(was);
    if (old && (old.former.has(what.identity) || old.former.has(was))) for (const one of old.former) former.add(one);
    records.delete(id);
    records.set(id, {
      element: new WeakRef(what.element), holder: holder ? new WeakRef(holder) : null, role: what.role, name: what.name,
      peers: peersOf(what.element, holder), texts: holder ? textsOf(holder, what.element) : [], former,
    });
    if (records.size > mostRecords) records.delete(records.keys().next().value);
  };

  // recognise tells whether an element that was acted on is still the thing of
  // an identity, although that is another now: nothing of what its item said
  // then was changed. A changed name of its own needs an item with words that
  // are nobody's label.
  h.recognise = (what, identity) => {
    const record = records.get(h.knownId(what.element));
    if (!record || !record.former.has(identity) || record.element.deref() !== what.element || record.role !== what.role) return false;
    const holder = record.holder ? record.holder.deref() : null;
    if (record.holder && !(holder && holds(holder, what.element))) return false;
    let named = record.name === what.name;
    for (const { node, data, button } of record.texts) {
      const text = node.deref();
      if (!text || text.data !== data || !h.contains(holder, text)) return false;
      named = named || !button;
    }
    if (!named || record.name !== what.name && !samePeers(record.peers)) return false;
    record.former.add(what.identity);
    return true;
  };
}
