// Roles: HTML-AAM 1.0 for what elements are by themselves, WAI-ARIA 1.2/1.3
// and ARIA in HTML for what the role attribute makes of them. Where the
// specifications leave it open, Chrome's choice is taken.
h => {
  'use strict';

  const framedIn = h.getter(HTMLObjectElement.prototype, 'contentWindow'); // another origin's, too

  // onRead holds functions that forget what a part remembers of a read. All
  // caches live from beginRead to endRead, in one task, so nothing they say
  // can be out of date.
  h.onRead = [];
  let reading = 0;
  h.beginRead = () => {
    if (reading++ === 0) for (const forget of h.onRead) forget();
  };
  h.endRead = () => {
    if (--reading === 0) for (const forget of h.onRead) forget();
  };
  h.reading = () => reading > 0;

  const words = text => new Set(text.split(' '));

  // valid holds the roles that an author may name: all concrete roles of ARIA
  // 1.3, graphics-aria and DPUB-ARIA.
  const valid = words('alert alertdialog application article banner blockquote button caption cell checkbox code ' +
    'columnheader combobox comment complementary contentinfo definition deletion dialog directory document ' +
    'emphasis feed figure form generic grid gridcell group heading image img insertion link list listbox listitem ' +
    'log main mark marquee math menu menubar menuitem menuitemcheckbox menuitemradio meter navigation none note ' +
    'option paragraph presentation progressbar radio radiogroup region row rowgroup rowheader scrollbar search ' +
    'searchbox separator slider spinbutton status strong subscript suggestion superscript switch tab table tablist ' +
    'tabpanel term textbox time timer toolbar tooltip tree treegrid treeitem ' +
    'graphics-document graphics-object graphics-symbol ' +
    'doc-abstract doc-acknowledgments doc-afterword doc-appendix doc-backlink doc-biblioentry doc-bibliography ' +
    'doc-biblioref doc-chapter doc-colophon doc-conclusion doc-cover doc-credit doc-credits doc-dedication ' +
    'doc-endnote doc-endnotes doc-epigraph doc-epilogue doc-errata doc-example doc-footnote doc-foreword ' +
    'doc-glossary doc-glossref doc-index doc-introduction doc-noteref doc-notice doc-pagebreak doc-pagefooter ' +
    'doc-pageheader doc-pagelist doc-part doc-preface doc-prologue doc-pullquote doc-qna doc-subtitle doc-tip doc-toc');

  // widgets are the roles that a person operates.
  h.widgets = words('button checkbox combobox link listbox menuitem menuitemcheckbox menuitemradio option radio ' +
    'searchbox slider spinbutton switch tab textbox treeitem');

  // global are the attributes that make an author's "none" void: the element
  // is more than decoration when it carries one.
  const global = ['aria-atomic', 'aria-busy', 'aria-controls', 'aria-current', 'aria-describedby', 'aria-details',
    'aria-dropeffect', 'aria-flowto', 'aria-grabbed', 'aria-keyshortcuts', 'aria-label', 'aria-labelledby',
    'aria-live', 'aria-owns', 'aria-relevant', 'aria-roledescription'];

  // focusable tells whether script or keyboard can focus the element, by its
  // markup alone.
  const focusable = (element, tag) => {
    const index = h.attr(element, 'tabindex');
    if (index !== null && /^\s*[-+]?\d/.test(index)) return true;
    switch (tag) {
      case 'a': case 'area': return h.has(element, 'href');
      case 'button': case 'select': case 'textarea': return !h.is(element, ':disabled');
      case 'input': return element.type !== 'hidden' && !h.is(element, ':disabled');
      case 'iframe': case 'frame': return true;
      case 'audio': case 'video': return h.has(element, 'controls');
      case 'summary': return isSummary(element);
      default: return isEditingHost(element);
    }
  };
  h.focusable = focusable;

  const isEditingHost = element => {
    const value = h.attr(element, 'contenteditable');
    return value !== null && /^(|true|plaintext-only)$/i.test(value);
  };
  h.isEditingHost = isEditingHost;

  // summaryOf gives the summary that opens a details element, null when it has
  // none of its own.
  h.summaryOf = details => {
    for (let e = h.firstElement(details); e; e = h.nextElement(e)) {
      if (h.tag(e) === 'summary') return e;
    }
    return null;
  };

  const isSummary = element => {
    const parent = h.parent(element);
    return parent !== null && h.kind(parent) === 1 && h.tag(parent) === 'details' && h.summaryOf(parent) === element;
  };
  h.isSummary = isSummary;

  // hasAuthorName tells whether the author named the element with an
  // attribute; landmarks without one are mere boxes.
  const hasAuthorName = element => {
    if (!h.hasAny(element)) return false;
    const label = h.attr(element, 'aria-label');
    if (label !== null && label.trim() !== '') return true;
    const ids = h.attr(element, 'aria-labelledby');
    if (ids !== null && h.byIds(element, ids).length > 0) return true;
    const title = h.attr(element, 'title');
    return title !== null && title.trim() !== '';
  };

  // byIds gives the elements that a list of ids names in the element's own
  // tree (document or shadow root).
  h.byIds = (element, ids) => {
    const found = [];
    const list = ids.trim().split(/[\t\n\f\r ]+/, 50);
    if (list[0] === '') return found;
    const root = rootOf.call(element);
    const kind = h.kind(root);
    const find = kind === 9 ? documentById : kind === 11 ? fragmentById : null;
    if (find) {
      for (const id of list) {
        const target = find.call(root, id);
        if (target) found.push(target);
      }
    }
    return found;
  };
  const rootOf = Node.prototype.getRootNode;
  const documentById = Document.prototype.getElementById;
  const fragmentById = DocumentFragment.prototype.getElementById;

  h.role = element => {
    if (h.hasAny(element)) {
      const attribute = h.attr(element, 'role');
      if (attribute !== null && attribute !== '') {
        const role = explicit(element, attribute);
        if (role !== '') return role;
      }
    }
    return h.nativeRole(element);
  };

  const explicit = (element, attribute) => {
    const tag = h.tag(element);
    if (tag === 'html' || tag === 'body') return '';
    for (const token of attribute.toLowerCase().trim().split(/[\t\n\f\r ]+/, 10)) {
      if (!valid.has(token)) continue;
      switch (token) {
        case 'none': case 'presentation':
          if (focusable(element, tag) || global.some(name => h.has(element, name))) return '';
          return 'none';
        case 'image': return 'img';
        case 'directory': return 'list';
        case 'form': case 'region':
          if (hasAuthorName(element)) return token;
          continue;
        default: return token;
      }
    }
    return '';
  };

  // native maps an element name to its role, or to a function that finds it.
  // What is missing is generic; what has '' is nothing that a person sees.
  const native = Object.assign(Object.create(null), {
    address: 'group', article: 'article', blockquote: 'blockquote', button: 'button', caption: 'caption',
    code: 'code', datalist: 'listbox', dd: 'definition', del: 'deletion', details: 'group', dfn: 'term',
    dialog: 'dialog', dt: 'term', em: 'emphasis', fieldset: 'group', figure: 'figure', h1: 'heading',
    h2: 'heading', h3: 'heading', h4: 'heading', h5: 'heading', h6: 'heading', hgroup: 'group', hr: 'separator',
    iframe: 'iframe', frame: 'iframe', ins: 'insertion', main: 'main', mark: 'mark', math: 'math', menu: 'list',
    meter: 'meter', nav: 'navigation', ol: 'list', optgroup: 'group', option: 'option', output: 'status',
    p: 'paragraph', progress: 'progressbar', s: 'deletion', search: 'search', strong: 'strong',
    sub: 'subscript', sup: 'superscript', textarea: 'textbox', time: 'time', ul: 'list',
    canvas: 'canvas', video: 'video', audio: 'audio',
    a: e => h.has(e, 'href') || e.namespaceURI === svgSpace && e.hasAttributeNS(xlinkSpace, 'href') ? 'link' : 'generic',
    area: e => h.has(e, 'href') ? 'link' : 'generic',
    aside: e => scoped(e, sectioning) && !hasAuthorName(e) ? 'generic' : 'complementary',
    footer: e => scoped(e, landmarks) ? 'generic' : 'contentinfo',
    form: e => hasAuthorName(e) ? 'form' : 'generic',
    header: e => scoped(e, landmarks) ? 'generic' : 'banner',
    img: e => h.attr(e, 'alt') === '' && !named(e) && !focusable(e, 'img') ? 'none' : 'img',
    image: e => e.namespaceURI === svgSpace ? 'img' : 'generic',
    input: e => inputRole(e),
    li: e => listItemRole(e),
    section: e => hasAuthorName(e) ? 'region' : 'generic',
    select: e => e.multiple || e.size > 1 ? 'listbox' : 'combobox',
    summary: e => isSummary(e) ? 'button' : 'generic',
    svg: e => named(e) || svgTitle(e) ? 'img' : 'none',
    object: e => framedIn.call(e) ? 'iframe' : 'generic',
    embed: e => 'generic',
    table: e => tableKind(e) === 'data' ? 'table' : 'none',
    tbody: e => inTable(e, 'rowgroup'), thead: e => inTable(e, 'rowgroup'), tfoot: e => inTable(e, 'rowgroup'),
    tr: e => inTable(e, 'row'),
    td: e => cellRole(e, 'cell'),
    th: e => headerRole(e),
    ...Object.fromEntries(('base col colgroup command defs desc head link meta metadata noembed noframes noscript param ' +
      'script source style template title track br wbr rp clippath mask symbol pattern lineargradient ' +
      'radialgradient filter marker').split(' ').map(tag => [tag, ''])),
  });
  const svgSpace = 'http://www.w3.org/2000/svg';
  const xlinkSpace = 'http://www.w3.org/1999/xlink';

  h.nativeRole = (element, tag = h.tag(element)) => {
    const role = native[tag];
    if (role === undefined) return 'generic';
    return typeof role === 'string' ? role : role(element);
  };

  const named = element => {
    const label = h.attr(element, 'aria-label');
    if (label !== null && label.trim() !== '') return true;
    const ids = h.attr(element, 'aria-labelledby');
    return ids !== null && h.byIds(element, ids).length > 0;
  };

  const svgTitle = element => {
    for (let e = element.firstElementChild; e; e = e.nextElementSibling) {
      if (h.tag(e) === 'title') return e;
    }
    return null;
  };
  h.svgTitle = svgTitle;

  const inputRoles = Object.assign(Object.create(null), {
    button: 'button', submit: 'button', reset: 'button', image: 'button', file: 'button', checkbox: 'checkbox',
    radio: 'radio', range: 'slider', number: 'spinbutton', hidden: '',
  });
  const inputRole = element => {
    const type = element.type;
    const role = inputRoles[type];
    if (role !== undefined) return role;
    if (h.has(element, 'list') && element.list && /^(text|search|email|tel|url)$/.test(type)) return 'combobox';
    return type === 'search' ? 'searchbox' : 'textbox';
  };

  const sectioning = words('article aside nav section');
  const landmarks = words('article aside main nav section');
  const landmarkRoles = words('article complementary main navigation region');

  // scoped tells whether the element stands inside of one of the sections that
  // take its landmark role from it.
  const scoped = (element, tags) => {
    for (let e = h.parentOf(element); e; e = h.parentOf(e)) {
      const role = h.hasAny(e) ? h.attr(e, 'role') : null;
      if (role !== null ? landmarkRoles.has(role) : tags.has(h.tag(e))) return true;
    }
    return false;
  };

  const parentRole = element => {
    const parent = h.parentOf(element);
    return parent ? explicitOrTag(parent) : '';
  };
  const explicitOrTag = element => {
    const attribute = h.hasAny(element) ? h.attr(element, 'role') : null;
    return (attribute && explicit(element, attribute)) || h.tag(element);
  };

  const lists = words('ul ol menu list');
  const listItemRole = element => {
    // Most items stand in a plain list.
    const above = h.parent(element);
    if (above !== null && h.kind(above) === 1) {
      const tag = h.tag(above);
      if ((tag === 'ul' || tag === 'ol') && !h.has(above, 'role') && h.shadowOf(above) === null) return 'listitem';
    }
    const role = parentRole(element);
    if (lists.has(role)) return 'listitem';
    return role === 'none' ? 'none' : 'generic';
  };

  // Tables. A table that only lays out the page is none, and so are its parts.
  let kinds = new Map();
  h.onRead.push(() => { kinds = new Map(); });

  const tableOf = element => {
    for (let e = h.parentOf(element), i = 0; e && i < 3; e = h.parentOf(e), i++) {
      if (h.tag(e) === 'table') return e;
    }
    return null;
  };

  // tableKind gives 'data', 'grid' (role grid or treegrid), or 'none' for a
  // table whose parts mean nothing: layout, or another role.
  const tableKind = table => {
    let kind = kinds.get(table);
    if (kind === undefined) {
      const attribute = h.attr(table, 'role');
      const role = attribute ? explicit(table, attribute) : '';
      if (role === '') kind = isLayout(table) ? 'none' : 'data';
      else if (role === 'grid' || role === 'treegrid') kind = 'grid';
      else kind = role === 'table' ? 'data' : 'none';
      if (reading > 0) kinds.set(table, kind);
    }
    return kind;
  };

  // isLayout tells a table that only lays out the page: nothing marks it as
  // data, and it has a single row or column, or holds another table.
  const isLayout = table => {
    if (table.caption || table.tHead || table.tFoot || h.attr(table, 'summary') || h.has(table, 'rules')) return false;
    if (named(table) || isEditingHost(table)) return false;
    const rows = table.rows;
    if (rows.length === 0) return true;
    let widest = 0;
    // Twenty rows show what a table is for; only the first nested table counts.
    for (let i = 0; i < rows.length && i < 20; i++) {
      const cells = rows[i].cells;
      widest = Math.max(widest, cells.length);
      for (let j = 0; j < cells.length && j < 20; j++) {
        const cell = cells[j];
        if (h.tag(cell) === 'th') return false;
        if (h.hasAny(cell) && (h.has(cell, 'headers') || h.has(cell, 'scope') || h.has(cell, 'abbr'))) return false;
      }
    }
    if (rows.length < 2 || widest < 2) return true;
    if (table.querySelector('table')) return true;
    if (rows.length >= 20) return false;
    return !(bordered(table) || h.is(table, '[border]:not([border="0"])') || striped(rows));
  };
  const bordered = table => {
    const cell = table.rows[0].cells[0];
    return Boolean(cell) && parseFloat(getComputedStyle(cell).borderTopWidth) > 0;
  };
  const striped = rows => {
    const colour = i => getComputedStyle(rows[i]).backgroundColor;
    return rows.length > 2 && colour(0) !== colour(1) || rows.length > 3 && colour(1) !== colour(2);
  };

  const inTable = (element, role) => {
    const table = tableOf(element);
    return table && tableKind(table) !== 'none' ? role : 'generic';
  };
  const cellRole = (element, role) => {
    const table = tableOf(element);
    if (!table) return 'generic';
    const kind = tableKind(table);
    if (kind === 'none') return 'generic';
    return kind === 'grid' && role === 'cell' ? 'gridcell' : role;
  };

  // headerRole follows Chrome where the scope attribute is silent: a header
  // beside another header heads its column, one beside data heads its row.
  const headerRole = element => {
    switch ((h.attr(element, 'scope') || '').toLowerCase()) {
      case 'row': case 'rowgroup': return cellRole(element, 'rowheader');
      case 'col': case 'colgroup': return cellRole(element, 'columnheader');
    }
    const before = element.previousElementSibling;
    const after = element.nextElementSibling;
    const header = e => e !== null && h.tag(e) === 'th';
    if (header(before) || header(after) || !(before || after)) return cellRole(element, 'columnheader');
    return cellRole(element, 'rowheader');
  };
}
