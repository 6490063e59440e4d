// Hints: what to call an operable element that has no accessible name. A hint
// is never part of an identity: it may come from a class that changes.
h => {
  'use strict';

  const hintLimit = 60;

  const tooltips = ['data-tooltip', 'data-title', 'data-original-title', 'data-bs-original-title', 'data-bs-title',
    'data-tip', 'data-hint', 'data-label', 'data-tooltip-content', 'aria-description', 'tooltip', 'mattooltip',
    'ng-reflect-message', 'uk-tooltip'];
  const dataNames = ['data-testid', 'data-test-id', 'data-test', 'data-qa', 'data-cy', 'data-action', 'data-icon',
    'data-name', 'data-type', 'data-event', 'data-command', 'data-key', 'data-value', 'data-id'];

  // Words that say how a thing looks or is built, not what it does.
  const idle = new Set(('btn button icon icons ico link links svg img image images item items wrapper wrap container ' +
    'inner outer box block element el component ui js is has no with the a an of to in on and or for primary ' +
    'secondary default small large big medium xs sm md lg xl xxl fa fas far fab fal fad material glyphicon bi ' +
    'feather lucide mdi css sc style styled styles module root base main active inactive disabled enabled selected ' +
    'visible hidden show hide open closed top bottom center middle start end first last odd even row col ' +
    'column grid flex inline absolute relative fixed static text txt label title content wrapper area zone section ' +
    'light dark white black blue red green gray grey round rounded circle outline outlined solid regular thin bold ' +
    'fill filled 1x 2x 3x 24 16 32 px w m p mt mb ml mr pt pb pl pr mx my px py d none auto full min max width ' +
    'height svelte ember react vue ng mui chakra ant el v src assets static sprite symbol use path group shadow ' +
    'border bg background color hover focus cursor pointer transition duration control input field form clickable ' +
    'trigger target handler wrapper ref new old data id class name').split(' '));

  // wordsOf takes an identifier apart and keeps the words that a person might
  // have chosen: no hashes, no numbers, no idle ones.
  const wordsOf = text => {
    const kept = [];
    for (const part of text.slice(0, 300).split(/[^\p{L}\p{N}]+/u)) {
      if (part.length > 6 && /\d/.test(part) && /[a-z]/i.test(part)) continue; // a hash
      for (const word of part.replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2').toLowerCase().split(' ')) {
        if (word.length < 2 || word.length > 20 || /^\d+$|\d\D+\d/.test(word) || idle.has(word)) continue;
        if (/^[a-z]+$/.test(word) && word.length > 2 && !/[aeiouy]/.test(word)) continue;
        if (!kept.includes(word)) kept.push(word);
      }
      if (kept.length >= 4) break;
    }
    return kept.join(' ');
  };

  // fileName gives the words of a file's name in an address.
  const fileName = address => {
    if (!address || /^\s*(data|blob|javascript):/i.test(address)) return '';
    const fragment = /#([\w-]+)$/.exec(address);
    if (fragment && /\.svg#|^#/.test(address)) return wordsOf(fragment[1]);
    const name = /([^/?#]+?)(\.\w{1,5})?([?#].*)?$/.exec(address.slice(-300));
    if (!name) return '';
    let text = name[1];
    try {
      text = decodeURIComponent(text);
    } catch { /* not an encoding of ours */ }
    return wordsOf(text);
  };

  const speaks = text => text !== null && /[\p{L}\p{N}]/u.test(text);

  const attribute = (element, names) => {
    for (const name of names) {
      const value = h.attr(element, name);
      if (speaks(value) && value.length < 200) return value;
    }
    return '';
  };

  // picture looks for the icon or image inside of an element.
  const picture = element => {
    const found = h.one(element, 'use') || h.one(element, 'img,image,svg,i[class],span[class*=icon],[data-icon]');
    if (!found) return '';
    switch (h.tag(found)) {
      case 'use': case 'image': return fileName(h.attr(found, 'href') || h.attr(found, 'xlink:href'));
      case 'img': return fileName(h.attr(found, 'src'));
    }
    return attribute(found, ['title', 'data-icon', 'data-name', 'icon', 'name']) || wordsOf(h.attr(found, 'class') || '') ||
      wordsOf(h.attr(found, 'id') || '');
  };

  const background = element => {
    const value = getComputedStyle(element).backgroundImage;
    const match = /^url\("([^"]{1,500})"\)/.exec(value);
    return match ? fileName(match[1]) : '';
  };

  // beside gives the text next to the element: before it, in the cell before,
  // after it, or around it.
  const beside = (element, field) => {
    let e = element;
    for (let up = 0; e && up < 3; up++) {
      for (const forward of field ? [false] : [false, true]) {
        let node = forward ? h.next(e) : h.before(e);
        for (let i = 0; node && i < 4; i++, node = forward ? h.next(node) : h.before(node)) {
          const kind = h.kind(node);
          if (kind === 1 && (h.is(node, 'input,select,textarea,button,script,style') || !h.shown(node))) break;
          if (kind !== 1 && kind !== 3) continue;
          const text = h.squeeze(h.textOf(node).slice(0, 500));
          if (speaks(text) && text.length <= 80) return kind === 1 && h.contentText(node, 100) || text;
          if (text !== '') break;
        }
      }
      e = h.parentOf(e);
      if (e && h.is(e, 'body,main,form,table,ul,ol')) break;
    }
    return '';
  };

  // inside gives the first heading inside, or the first words.
  const inside = element => {
    const heading = h.one(element, 'h1,h2,h3,h4,h5,h6,[role=heading]');
    const text = heading ? h.squeeze(h.textOf(heading).slice(0, 500)) : '';
    if (speaks(text)) return text;
    const first = h.contentText(element, 300);
    return speaks(first) ? first : '';
  };

  // labelled gives what a label without words is called.
  const labelled = element => {
    for (const label of h.labelsOf(element)) {
      const text = attribute(label, ['title', 'aria-label', ...tooltips]);
      if (text) return text;
    }
    return '';
  };

  // hint gives what to call the element, '' when there is nothing.
  h.hint = (element, tag, role) => {
    const field = tag === 'input' || tag === 'textarea' || tag === 'select' || role === 'textbox' || role === 'combobox';
    const text = attribute(element, tooltips) ||
      (field ? labelled(element) || beside(element, true) || wordsOf(h.attr(element, 'name') || '') : inside(element)) ||
      picture(element) ||
      attribute(element, ['data-icon']) ||
      wordsOf(h.attr(element, 'id') || '') ||
      wordsOf(h.attr(element, 'class') || '') ||
      wordsOf(attribute(element, dataNames)) ||
      background(element) ||
      (tag === 'a' ? fileName(h.attr(element, 'href')) : '') ||
      beside(element, false);
    return h.cut(h.squeeze(text), hintLimit);
  };
}
