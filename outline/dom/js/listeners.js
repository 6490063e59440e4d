// Listeners: what the debugger found to listen for the pointer. An isolated
// world cannot see that by itself.
h => {
  'use strict';

  const { PASSES, ROOT } = h.TAG;

  // Most of them are no things to act on, so they have numbers of their own,
  // apart from the table.
  const numbered = new Map();
  let last = 0;

  // listenersFound takes nodes that listen and gives their numbers, 0 for what
  // counts for nothing: documents, and what holds a page or a list together
  // listens for what is in it. The last number is 1 when a read would see more
  // than before.
  h.listenersFound = nodes => {
    let news = 0;
    const numbers = nodes.map(node => {
      if (!node || h.kind(node) !== 1 || !h.alive(node)) return 0;
      if (h.openAround(node)) news = 1;
      const tag = h.tag(node);
      const bits = h.tagBits(tag);
      if (bits & ROOT || bits & PASSES && tag !== 'form' && !h.lists.has(tag)) return 0;
      h.markListeners([node]);
      if (h.reason(node, tag) === h.WHY.nothing) news = 1;
      numbered.set(++last, new WeakRef(node));
      return last;
    });
    return [...numbers, news].join();
  };

  // listenersGone takes the numbers of elements that do not listen any more,
  // and tells whether a read would see less.
  h.listenersGone = numbers => {
    let news = false;
    for (const number of numbers) {
      const element = numbered.get(number)?.deref();
      numbered.delete(number);
      if (!element) continue;
      h.unmarkListener(element);
      if (h.connected(element) && h.reason(element, h.tag(element)) === h.WHY.nothing) news = true;
    }
    return { news };
  };
}
