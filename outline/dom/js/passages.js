// Passages: the texts of an item that is too long for its sign, one by one. Two
// records that begin alike differ in one of them. Texts that come (comments, the
// next page of a feed) or go make it no other record; a text in the place of
// another one may.
h => {
  'use strict';

  // An item of more texts than this is the page.
  const most = 3000;

  // What is remembered within one read.
  const known = new Map();
  h.onRead.push(() => known.clear());

  // passagesOf gives the digests of the texts of a large item, null when there
  // are too many.
  h.passagesOf = item => {
    let passages = known.get(item);
    if (passages !== undefined) return passages;
    passages = new Set();
    let n = 0;
    h.eachText(item, text => {
      if (!tally.test(text)) passages.add(digest(h.countless(h.timeless(text))));
      return ++n < most;
    });
    if (n === most) passages = null;
    known.set(item, passages);
    return passages;
  };

  // A text that is nothing but a number of something ("2 comments") grows with
  // what others do.
  const tally = /^\s*\d[\d.,]*[kKmM]?\+?\s[a-z\u00df-\u024f\u0430-\u04ff]+(?: [a-z\u00df-\u024f\u0430-\u04ff]+)?\s*$/;

  // digest mixes the characters of a text other than white space; no text is
  // copied for it.
  const digest = text => {
    let d = 0x1b873593;
    for (let i = 0, n = text.length; i < n; i++) {
      const c = text.charCodeAt(i);
      if (c > 32 && c !== 160) d = Math.imul(d ^ c ^ d >>> 15, 0x9e3779b1);
    }
    return d ^ d >>> 16;
  };

  // otherPassages tells whether texts were put in the place of others.
  h.otherPassages = (before, now) => before !== now && lacks(now, before) && lacks(before, now);
  const lacks = (passages, others) => {
    for (const one of others) if (!passages.has(one)) return true;
    return false;
  };
}
