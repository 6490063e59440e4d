// Headings: what stands above a thing and says of which record, month or page it
// is. They are signs of a setting (setting.js): an agent may change them itself.
h => {
  'use strict';

  const { closest, querySelectorAll } = Element.prototype;
  const textContent = Object.getOwnPropertyDescriptor(Node.prototype, 'textContent').get;

  // headingAbove gives the heading that a thing without an item stands under:
  // the nearest one before it or before what it is in. What is beside the
  // content of a page stands under none.
  const aside = new Set(['nav', 'footer', 'header', 'aside']);
  const heading = element => /^(?:h[1-6]|legend)$/.test(h.tag(element)) || h.attr(element, 'role') === 'heading';
  const headingAbove = element => {
    for (let e = element, up = 0; e && up < 10; e = h.parentOf(e), up++) {
      if (aside.has(h.tag(e)) || /^(?:navigation|banner|contentinfo|toolbar|complementary)$/.test(h.attr(e, 'role') || '')) return null;
      if (heading(e)) return null;
      for (let other = e.previousElementSibling, n = 0; other && n < 20; other = other.previousElementSibling, n++) {
        if (heading(other)) return other;
        const { lastElementChild: last, firstElementChild: first } = other;
        if (first && heading(first)) return first;
        if (last && heading(last)) return last;
      }
    }
    return null;
  };

  // said gives what a heading says, without what changes by itself: counters,
  // times, and what is marked as live or as a badge. A ticker without any such
  // mark is no other than a carousel, whose button is another one's with every
  // slide.
  const said = element => {
    if (element === null || closest.call(element, lively) !== null) return '';
    let text = '';
    h.eachText(element, part => {
      text += ' ' + part;
      return text.length < 200;
    }, true);
    for (const badge of querySelectorAll.call(element, badges)) {
      const count = textContent.call(badge).trim();
      if (/^[\d.,+]+$/.test(count)) text = text.replace(' ' + count, '');
    }
    return h.countless(h.timeless(h.fold(text).slice(0, 200)));
  };
  const lively = '[aria-live=polite],[aria-live=assertive],[role=timer],[role=status],[role=log],[role=alert],[role=marquee],marquee';
  const badges = '[class*=badge i],[class*=count i],[class*=unread i]';

  // What is remembered within one read.
  let titles, mains;
  const forget = () => {
    titles = new Map();
    mains = new Map();
  };
  forget();
  h.onRead.push(forget);

  // mainOf gives the only main heading of a document, null when there is none or
  // several.
  const mainOf = doc => {
    let main = mains.get(doc);
    if (main === undefined) {
      const all = h.all(doc, 'h1');
      main = all.length === 1 && h.shown(all[0]) ? all[0] : null;
      mains.set(doc, main);
    }
    return main;
  };

  // Days in a month, seats in a hall: rows of mere numbers are the same in many
  // tables, so what stands above the table counts, be it a heading or not.
  const letters = /[A-Za-z\u00c0-\u1fff\u3040-\ud7ff]{2}/;
  const tables = 'table,[role=grid],[role=treegrid],[role=table],[role=listbox],[role=list],ul,ol';
  const longest = 100;

  // numbered tells whether an item says nothing but numbers.
  const numbered = item => {
    const { text } = h.signFor(item);
    return text.length < longest && /\d/.test(text) && !letters.test(text);
  };

  const titleAbove = item => {
    const table = closest.call(item, tables) || h.parentOf(item);
    if (table === null) return '';
    let title = titles.get(table);
    if (title === undefined) titles.set(table, title = titleOf(table));
    return title;
  };
  const titleOf = table => {
    const own = table.tHead ? spoken(table.tHead) : '';
    for (let e = table, up = 0; e && up < 4; e = h.parentOf(e), up++) {
      if (/^(?:body|main|form|nav)$/.test(h.tag(e))) break;
      let text = '';
      for (let other = h.previousElement(e), n = 0; other && n < 3; other = h.previousElement(other), n++) text += ' ' + spoken(other);
      if (text.trim() !== '') return own + text;
    }
    return own;
  };

  // spoken gives a short text outside of buttons, with what lists in it have
  // chosen, '' for a long one. A year beside a month in words adds nothing: its
  // weeks are other ones.
  const spoken = element => {
    if (h.textOf(element).length > 2000 || h.is(element, lasts)) return '';
    let text = '';
    const walker = h.walkerIn(h.docOf(element), element, NodeFilter.SHOW_TEXT);
    for (let node; text.length <= longest && (node = walker.nextNode()); ) {
      if (h.says.test(node.data) && closest.call(h.parent(node), silent) === null) text += ' ' + node.data;
    }
    for (const list of querySelectorAll.call(element, 'select')) {
      const chosen = list.options[list.selectedIndex];
      if (chosen) text += ' ' + chosen.text;
    }
    text = h.fold(h.timeless(text));
    if (text.length > longest) return '';
    return letters.test(text) && !/[\u3040-\ud7ff]/.test(text) ? h.fold(text.replace(/\d+/g, '')) : text.replace(/\d+:\d\d/g, '#');
  };
  const silent = 'button,a,[role=button],select,script,style,template,noscript,textarea,datalist';
  const lasts = 'input,textarea,[role=timer],[role=log],[role=alert],[role=marquee]';

  // merelyHeaded tells whether a container says nothing but a heading of its own:
  // "Actions" may stand under any order.
  const merelyHeaded = near => {
    const own = h.one(near, 'h2,h3,h4,h5,h6,legend');
    return own !== null && h.words(near, 300, { buttons: false }) === h.words(own, 300);
  };

  // headed gives what stands above a thing: {heading, main}, '' for nothing. What
  // its item or its address tells apart needs neither.
  h.headed = (element, { item, near, leads, mute }) => {
    if (leads) return nothing;
    if (item) return numbered(item) ? { heading: titleAbove(item), main: '' } : nothing;
    const nearest = mute ? headingAbove(element) : null;
    if (!mute && !merelyHeaded(near)) return nothing;
    const main = mainOf(h.docOf(element));
    return { heading: said(nearest), main: main === nearest ? '' : said(main) };
  };
  const nothing = { heading: '', main: '' };

  // otherMain tells whether a page is headed by something else now: half of the
  // words at most are the same. Landing pages change a word of theirs all day.
  h.otherMain = (before, now) => {
    if (before === '' || now === '' || before === now) return false;
    const [a, b] = [before, now].map(text => new Set(text.toLowerCase().split(' ')));
    return 2 * Array.from(a).filter(word => b.has(word)).length <= Math.max(a.size, b.size);
  };
}
