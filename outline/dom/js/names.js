// Names: the accessible name by accname 1.2 and HTML-AAM 1.0. The letters in
// the comments are the steps of accname section 4.3.2.
h => {
  'use strict';

  // nameLimit is how many UTF-16 units of a name leave the page.
  h.nameLimit = 1000;
  // Text of this many units is gathered at most before it is folded and cut.
  const gatherLimit = 4 * h.nameLimit;

  // What the last call of h.name found out besides the name.
  h.nameSource = 0; // one of h.FROM
  h.nameCut = false; // the name was longer
  h.nameHolds = false; // there are elements in the content it was made of
  h.nameActs = false; // and of those, some that may be operable
  h.FROM = { nothing: 0, author: 1, native: 2, content: 3, title: 4, placeholder: 5 };
  const FROM = h.FROM;

  const words = text => new Set(text.split(' '));
  // fromContent are the roles that take their name from their content.
  const fromContent = words('button cell checkbox columnheader gridcell heading link menuitem menuitemcheckbox ' +
    'menuitemradio option radio row rowheader switch tab tooltip treeitem doc-backlink doc-biblioref doc-glossref ' +
    'doc-noteref doc-subtitle comment');
  h.namedByContent = role => fromContent.has(role);

  // White space that is not one space between words. Zero-width characters are
  // none: they are no space to the eye.
  const spaces = /[^\S ]\s*| \s+/g;
  // Icon fonts put their pictures into the private use areas; nobody can read
  // them.
  const icons = /[\ue000-\uf8ff]|[\udb80-\udbff][\udc00-\udfff]/g;
  const iconic = /[\ue000-\uf8ff\udb80-\udbff]/;
  // Most texts are words of ASCII with single spaces between.
  const clean = /^(?:[!-~]+(?: [!-~]+)*)?$/;

  // squeeze folds white space to single spaces and drops icon glyphs.
  const squeeze = text => {
    if (clean.test(text)) return text;
    if (iconic.test(text)) text = text.replace(icons, '');
    return text.replace(spaces, ' ').trim();
  };
  h.squeeze = squeeze;

  // limited folds a text that may have megabytes and gives at most limit
  // units; h.nameCut tells whether that was less than all.
  h.limited = (text, limit) => {
    h.nameCut = false;
    if (text.length <= limit && clean.test(text)) return text;
    const long = text.length > 8 * limit;
    if (long) text = text.slice(0, 8 * limit);
    text = squeeze(text);
    h.nameCut = long || text.length > limit;
    if (h.nameCut) return h.cut(text.length > limit ? text : text + '\u2026\u2026', Math.min(limit, text.length));
    return text.isWellFormed() ? text : text.toWellFormed();
  };

  // Flags of a traversal.
  const REFERRED = 1; // below an aria-labelledby: no second one is followed
  const INNER = 2; // the content of another element: it counts, whatever the role
  const UNHIDDEN = 4; // below a hidden element that was asked for by name

  let trail = []; // elements whose names are being made, to end cycles
  let room = 0; // units that may still be gathered
  let source = FROM.nothing;
  let attributed = false; // the alternative computed last is what an attribute says

  // accessibleName gives the name by the specifications, white space folded
  // and cut. visible says whether the element's own text shows.
  h.accessibleName = (element, role = h.role(element), visible = isVisible(element, 0)) => {
    h.nameHolds = h.nameActs = false;
    source = FROM.nothing;
    const text = h.limited(fullName(element, role, visible), h.nameLimit);
    h.nameSource = text === '' ? FROM.nothing : source;
    return text;
  };

  // Roles that the specifications do not name by content. Something operable
  // of such a role (a clickable div) is called by its content all the same,
  // when that is short enough to be a name.
  const loose = words('generic none presentation paragraph listitem article figure term definition time strong emphasis ' +
    'code mark blockquote group superscript subscript deletion insertion note status caption label');
  h.loose = loose;
  const looseLimit = 200;

  // name gives what an element is called in rows, identities and reports: its
  // accessible name, or its content when it is short.
  h.name = (element, role = h.role(element), visible = isVisible(element, 0)) => {
    const text = h.accessibleName(element, role, visible);
    if (text !== '' || !(loose.has(role) || role === '') || h.isEditingHost(element)) return text;
    const words = h.contentText(element, looseLimit);
    if (words === '' || h.nameCut) {
      h.nameCut = false;
      return '';
    }
    h.nameSource = FROM.content;
    return words;
  };

  // contentText gives the visible text of an element as names are made of it,
  // at most limit units; h.nameCut tells whether there was more.
  h.contentText = (element, limit) => {
    room = 2 * limit;
    nested = 0;
    trail.length = 0;
    trail.push(element);
    const text = content(element, h.tag(element), INNER, isVisible(element, 0));
    return h.limited(text, limit);
  };

  const fullName = (element, role, visible) => {
    h.guessAgain();
    const text = nameOnce(element, role, visible);
    if (!h.guessed() || !blank(text)) return text;
    h.surely(true);
    const sure = nameOnce(element, role, visible);
    h.surely(false);
    return sure;
  };

  const nameOnce = (element, role, visible) => {
    room = gatherLimit;
    nested = 0;
    trail.length = 0;
    trail.push(element);
    return alternative(element, role, h.tag(element), 0, visible);
  };

  // isVisible tells whether an element's own text counts.
  const isVisible = (element, flags) => (flags & UNHIDDEN) !== 0 || h.styleOf(element).visibility === 'visible';

  const blank = text => text === '' || squeeze(text) === '';

  // clipped is for texts that may be megabytes of an attribute.
  const clipped = text => text.length > gatherLimit ? text.slice(0, 2 * gatherLimit) : text;

  // alternative computes the text alternative of one element.
  const alternative = (element, role, tag, flags, visible = isVisible(element, flags)) => {
    const attributes = h.hasAny(element);
    const root = trail.length === 1 && flags === 0;
    if (attributes) {
      if (!(flags & REFERRED)) { // B
        const ids = h.attr(element, 'aria-labelledby');
        if (ids !== null && ids !== '') {
          const text = referred(element, ids, flags);
          if (!blank(text)) {
            if (root) source = FROM.author;
            attributed = true;
            return text;
          }
        }
      }
      if (flags && element !== trail[0]) { // C
        const text = embedded(element, role, tag, flags, visible);
        if (text !== null) return text;
      }
      const label = h.attr(element, 'aria-label'); // D
      if (label !== null && label !== '') {
        const text = clipped(label);
        if (!blank(text)) {
          if (root) source = FROM.author;
          attributed = true;
          return text;
        }
      }
    } else if (flags && element !== trail[0]) {
      const text = embedded(element, role, tag, flags, visible);
      if (text !== null) return text;
    }
    if (role !== 'none' || tag === 'svg' || tag === 'table') { // E
      const maker = natives[tag];
      if (maker !== undefined) {
        const text = maker(element, flags, attributes);
        if (text !== null && (text === '' || !blank(text))) {
          if (root) source = FROM.native;
          attributed = true;
          if (text !== '' || tag === 'img') return text === '' ? tooltip(element, root, attributes && role !== 'none') : text;
        }
      }
    }
    if ((flags & (INNER | REFERRED)) || fromContent.has(role)) { // F, G, H
      const text = content(element, tag, flags | INNER, visible);
      if (!blank(text)) {
        if (root) source = FROM.content;
        attributed = false;
        return text;
      }
    }
    if (!attributes) return '';
    if (!root && (role === 'generic' && tag !== 'abbr' || role === 'none')) return ''; // as Chrome does
    const title = tooltip(element, root, true); // I
    if (title !== '') return title;
    return placeholder(element, tag, root);
  };

  const tooltip = (element, root, attributes) => {
    if (!attributes) return '';
    const title = h.attr(element, 'title');
    if (title === null || blank(clipped(title))) return '';
    if (root) source = FROM.title;
    attributed = true;
    return clipped(title);
  };

  const placeholder = (element, tag, root) => {
    let text = tag === 'input' || tag === 'textarea' ? h.attr(element, 'placeholder') : null;
    if (text === null || text === '') text = h.attr(element, 'aria-placeholder');
    if (text === null || text === '') return '';
    if (root) source = FROM.placeholder;
    return clipped(text);
  };

  // referred joins the alternatives of the elements that aria-labelledby names.
  const referred = (element, ids, flags) => {
    let text = '';
    for (const target of h.byIds(element, ids)) {
      // An element may name itself, for its aria-label or its content.
      const self = target === element;
      if (!self && trail.includes(target)) continue;
      if (!self) trail.push(target);
      const tag = h.tag(target);
      let below = REFERRED | (flags & UNHIDDEN);
      if (!self && !shownAtAll(target)) below |= UNHIDDEN;
      const piece = alternative(target, h.role(target), tag, below);
      if (!self) trail.pop();
      if (piece !== '') text += (text === '' ? '' : ' ') + piece;
    }
    return text;
  };

  const shownAtAll = element => {
    if (h.attr(element, 'aria-hidden') === 'true') return false;
    return h.shown(element);
  };

  // named gives the alternative of an element that names another by the rules
  // of the language: label, legend, caption, figcaption, an SVG's title. It
  // counts when it is hidden, too.
  const naming = (element, flags) => {
    if (trail.includes(element)) return '';
    trail.push(element);
    let below = (flags & (UNHIDDEN | REFERRED)) | INNER;
    if (!shownAtAll(element)) below |= UNHIDDEN;
    const text = alternative(element, h.role(element), h.tag(element), below);
    trail.pop();
    return text;
  };

  const labels = (element, flags) => {
    const list = h.labelsOf(element);
    if (list.length === 0) return null;
    let text = '';
    for (let i = 0; i < list.length && i < 20; i++) {
      // A label that is not shown names nothing in Chrome.
      const piece = flags & UNHIDDEN || shownAtAll(list[i]) ? naming(list[i], flags) : '';
      if (piece !== '') text += (text === '' ? '' : ' ') + piece;
    }
    return blank(text) ? null : text;
  };

  const child = (element, tag) => {
    for (let node = h.first(element); node; node = h.next(node)) {
      if (h.kind(node) === 1 && h.tag(node) === tag) return node;
    }
    return null;
  };
  const byChild = tag => (element, flags) => {
    const e = child(element, tag);
    return e ? naming(e, flags) : null;
  };
  const byAttribute = name => element => {
    const text = h.attr(element, name);
    return text === null ? null : clipped(text);
  };

  // natives are the text alternatives of HTML-AAM (step E). null means that
  // the language gives none.
  const natives = Object.assign(Object.create(null), {
    area: byAttribute('alt'),
    button: labels,
    fieldset: byChild('legend'),
    figure: byChild('figcaption'),
    img: byAttribute('alt'),
    input: (element, flags) => inputName(element, flags),
    meter: labels,
    optgroup: byAttribute('label'),
    option: byAttribute('label'),
    output: labels,
    progress: labels,
    select: labels,
    svg: (element, flags) => svgName(element, flags),
    table: (element, flags) => {
      const caption = child(element, 'caption');
      const text = caption ? naming(caption, flags) : null;
      return text === null || blank(text) ? byAttribute('summary')(element) : text;
    },
    textarea: labels,
  });

  const svgName = (element, flags) => {
    const title = h.svgTitle(element);
    return title ? naming(title, flags | UNHIDDEN) : null;
  };
  for (const tag of ['g', 'path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'use']) natives[tag] = svgName;

  const inputName = (element, flags) => {
    switch (element.type) {
      case 'hidden': return null;
      case 'button': return labels(element, flags) || clipped(h.attr(element, 'value') || '') || null;
      case 'submit': case 'reset': {
        const text = labels(element, flags);
        if (text !== null) return text;
        const value = h.attr(element, 'value');
        if (value !== null) return clipped(value) || null;
        return element.type === 'submit' ? 'Submit' : 'Reset';
      }
      case 'image': {
        const text = labels(element, flags) || h.attr(element, 'alt') || h.attr(element, 'value');
        if (text) return clipped(text);
        return h.attr(element, 'title') ? null : 'Submit';
      }
      case 'file':
        return labels(element, flags) || (h.attr(element, 'title') ? null : element.multiple ? 'Choose Files' : 'Choose File');
      default: return labels(element, flags);
    }
  };

  const ranges = words('slider spinbutton scrollbar progressbar meter');

  // embedded gives the value of a control that stands in the text of another
  // name, null for what is no such control.
  const embedded = (element, role, tag, flags, visible) => {
    switch (role) {
      case 'textbox': case 'searchbox': case 'combobox': case 'listbox': case 'slider': case 'spinbutton':
      case 'scrollbar': case 'progressbar': case 'meter': break;
      default: return null;
    }
    h.nameHolds = h.nameActs = true;
    if (role === 'listbox' && tag !== 'select') {
      const option = h.one(element, '[role=option][aria-selected=true]');
      return option ? content(option, h.tag(option), INNER | (flags & UNHIDDEN), visible) : '';
    }
    attributed = true;
    if (tag === 'progress') return String(element.value);
    const value = h.valueOf(element, role);
    if (value !== null) return value.protected ? '' : clipped(value.value);
    return ranges.has(role) ? null : content(element, tag, INNER | (flags & UNHIDDEN), visible);
  };

  // Elements that stand in a line of text unless a style says otherwise; what
  // is not here and not an SVG part breaks the line, so it needs a space.
  const spaced = display => display !== 'inline';

  // content joins the alternatives of what is inside of an element (step F).
  const content = (element, tag, flags, visible) => {
    if (nested >= deepest) return '';
    nested++;
    const text = contentOf(element, tag, flags, visible);
    nested--;
    return text;
  };
  // Elements below elements in one name; the stack of scripts is bounded.
  const deepest = 150;
  let nested = 0;

  const contentOf = (element, tag, flags, visible) => {
    const looks = visible && h.mayGenerate(element, tag);
    const before = looks ? pseudo(element, '::before') : '';
    let text = before;
    const root = h.shadowOf(element);
    if (root) {
      text += children(h.first(root), flags, visible, element);
    } else if (tag === 'slot') {
      const nodes = assigned(element);
      if (nodes.length === 0) text += children(h.first(element), flags, visible, element);
      for (const node of nodes) text += one(node, flags, visible, element);
    } else if (tag === 'details' && !element.open && !(flags & UNHIDDEN)) {
      const summary = child(element, 'summary');
      if (summary) text += one(summary, flags, visible, element);
    } else {
      text += children(h.first(element), flags, visible, element);
    }
    if (h.hasAny(element)) {
      const owns = h.attr(element, 'aria-owns');
      if (owns) text += owned(element, owns, flags);
    }
    if (looks) {
      const after = pseudo(element, '::after');
      text += after;
      h.generated(element, tag, before !== '' || after !== '');
    }
    return text;
  };

  // assigned gives the nodes that a slot shows, [] when it shows its own.
  const assigned = slot => slot.assignedNodes ? slot.assignedNodes() : [];
  h.assigned = assigned;

  const children = (node, flags, visible, parent) => {
    let text = '';
    for (; node && room > 0; node = h.next(node)) text += one(node, flags, visible, parent);
    return text;
  };

  const one = (node, flags, visible, parent) => {
    const kind = h.kind(node);
    if (kind === 3) {
      if (!visible) return '';
      const text = clipped(node.data);
      room -= text.length;
      return letter.test(text) ? h.transformed(text, parent) : text;
    }
    if (kind !== 1) return '';
    const tag = h.tag(node);
    if (tag === 'br' || tag === 'wbr') return ' ';
    if (tag === 'rt' || tag === 'rp') return ''; // says the same again
    const attributes = h.hasAny(node);
    h.nameHolds = true;
    if (!h.nameActs) h.nameActs = h.mayAct(node, tag, attributes);
    const role = attributes ? h.role(node) : h.nativeRole(node, tag);
    if (role === '') return '';
    const style = h.styleOf(node);
    const display = style.display;
    let shown = true;
    if (!(flags & UNHIDDEN)) {
      if (display === 'none') return '';
      if (attributes && h.attr(node, 'aria-hidden') === 'true') return '';
      shown = style.visibility === 'visible';
    }
    if (trail.includes(node)) return ' ';
    attributed = false;
    const text = alternative(node, role, tag, flags, shown);
    if (text === '') return tag === 'img' && role !== 'none' || tag === 'canvas' ? ' ' : '';
    // Chrome parts what an attribute says from what stands beside it, too.
    const apart = spaced(display) || attributed;
    attributed = false;
    return apart ? ' ' + text + ' ' : text;
  };
  const letter = /\p{L}/u;

  // transformed gives a text as the style of its element shows it, which is
  // what Chrome's names say.
  h.transformed = (text, element) => {
    switch (h.styleOf(element).textTransform) {
      case 'none': return text;
      case 'uppercase': return text.toUpperCase();
      case 'lowercase': return text.toLowerCase();
      case 'capitalize': return text.replace(/(^|[^\p{L}\p{N}\p{M}_'’])(\p{L})/gu, (_, before, first) => before + first.toUpperCase());
    }
    return text;
  };

  const owned = (element, ids, flags) => {
    let text = '';
    for (const target of h.byIds(element, ids)) {
      if (trail.includes(target)) continue;
      trail.push(target);
      text += ' ' + one2(target, flags);
      trail.pop();
    }
    return text;
  };
  const one2 = (target, flags) => alternative(target, h.role(target), h.tag(target), flags);

  // pseudo gives the text that ::before or ::after adds.
  const pseudo = (element, which) => {
    const text = getComputedStyle(element, which).content;
    if (text === 'none' || text === 'normal') return '';
    return generated(element, which, text);
  };

  // generated reads the computed value of content: strings count, pictures do
  // not, and what stands behind a slash is the alternative to all of it.
  const generated = (element, which, text) => {
    const slash = /"(?:[^"\\]|\\.)*"|\/|(?:open|close)-quote/g;
    let alternative = '';
    let plain = '';
    let behind = false;
    for (const [token] of text.matchAll(slash)) {
      if (token === '/') {
        behind = true;
        continue;
      }
      if (token.endsWith('quote')) {
        plain += token[0] === 'o' ? '\u201c' : '\u201d';
        continue;
      }
      const string = token.slice(1, -1).replace(/\\([0-9a-f]{1,6}) ?|\\(.)/gi,
        (_, hex, char) => hex ? String.fromCodePoint(Math.min(parseInt(hex, 16), 0x10ffff)) : char);
      if (behind) alternative += string;
      else plain += string;
    }
    if (behind) plain = alternative;
    if (plain === '') return '';
    const style = getComputedStyle(element, which);
    if (style.display === 'none' || style.visibility !== 'visible') return '';
    room -= plain.length;
    return spaced(style.display) ? ' ' + plain + ' ' : plain;
  };
}
