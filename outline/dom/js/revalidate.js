// Revalidate: many elements at once, whether each is still the thing that it
// was. Nothing is scrolled, watched or waited for.
h => {
  'use strict';

  const most = 1000; // elements in one call

  // revalidate gives for each of q.things what has become of it, in their order.
  h.revalidate = q => {
    const result = { url: h.topAddress(), title: h.pageTitle(), things: [] };
    h.beginRead();
    try {
      for (const thing of q.things.slice(0, most)) result.things.push(standing(thing));
    } finally {
      h.endRead();
    }
    return result;
  };

  const standing = q => {
    if (q.table !== h.nonce) return { outcome: 'document' };
    const element = h.elementOf(q.id);
    const present = h.alive(element);
    let there = null;
    if (present) {
      there = h.now(element);
      // A thing that nobody could tell from its like is equal to nothing.
      if (q.identity && (there.identity === q.identity || h.recognise(there, q.identity)) && h.fits(q.id, there)) return found(q, there, false);
    }
    const others = q.identity ? h.relocate(q.identity, q.role, q.name, q.frameURL, present ? element : null, q.id) : [];
    if (others.length === 1) return found(q, others[0], others[0].element !== element);
    return { outcome: present ? 'identity' : 'gone', candidates: others.length, now: there ? h.briefly(there) : undefined };
  };

  const found = (q, what, relocated) => ({
    outcome: 'ok', id: h.idOf(what.element), relocated, role: h.roleName(what.role), name: what.name,
    identity: what.identity, address: h.addressOf(h.docOf(what.element)),
  });

  // backend gives an element by number, so that the protocol can name it.
  h.backend = id => [h.nonce, h.elementOf(id) || null];
}
