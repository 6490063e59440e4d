// Tags: what the walk needs to know of an element by its name alone, looked up
// once per element.
h => {
  'use strict';

  const bits = new Map();
  const mark = (bit, tags) => {
    for (const tag of tags.split(' ')) bits.set(tag, (bits.get(tag) || 0) | bit);
  };
  h.TAG = {
    UNSEEN: 1, // nothing of it is seen
    INLINE: 2, // stands in a line of text unless a style says otherwise
    PASSES: 4, // lays out what is clickable in it and is never the thing itself
    CONTROL: 8, // may be a control by itself
    FRAME: 16, // may show another document
    FIELD: 32, // holds a value that a person gives
    BREAK: 64, // breaks or may break a line
    NAMED: 128, // may have a name from a part of its content or an attribute of its own
    ROOT: 256,
    NAMES: 512, // may be the name of what it stands in
    CUSTOM: 1024, // an element that a page defines
    HOST: 2048, // may have a shadow root all the same
    AREA: 4096, // stands where its image shows it
  };
  const T = h.TAG;
  mark(T.UNSEEN, 'script style template noscript head meta link title base source track param col colgroup datalist defs ' +
    'clipPath mask symbol pattern linearGradient radialGradient filter marker desc metadata');
  mark(T.INLINE, 'a abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd label map mark nobr output ' +
    'picture q rp rt ruby s samp slot small span strike strong sub sup svg time tt u var');
  mark(T.PASSES, 'html body ul ol menu dl table tbody thead tfoot main form fieldset select datalist map iframe frame ' +
    'object embed');
  mark(T.CONTROL, 'a area button select textarea input summary option audio video canvas');
  mark(T.FRAME, 'iframe frame object');
  mark(T.FIELD, 'input select textarea');
  mark(T.BREAK, 'br wbr');
  mark(T.AREA, 'area');
  mark(T.NAMED, 'fieldset figure img table');
  mark(T.ROOT, 'html body');
  mark(T.NAMES, 'caption legend figcaption');

  mark(T.HOST, 'article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span');

  h.tagBits = tag => {
    const known = bits.get(tag);
    return known === undefined ? unknown(tag) : known;
  };
  const unknown = tag => {
    const found = tag.includes('-') ? T.CUSTOM : 0;
    if (bits.size < 5000) bits.set(tag, found);
    return found;
  };
  h.inlined = tag => (h.tagBits(tag) & T.INLINE) !== 0;

  // lists hold items; what listens there listens for those.
  h.lists = new Set(['ul', 'ol', 'menu', 'tbody']);

  // clues are the attributes that may make an element operable.
  const handlers = ['onclick', 'ondblclick', 'onmousedown', 'onmouseup', 'onpointerdown', 'onpointerup', 'ontouchstart',
    'ontouchend', 'oncontextmenu', 'onauxclick'];
  h.handlers = handlers;
  const clues = ['role', 'tabindex', 'contenteditable', 'draggable=true', ...handlers];
  const select = list => list.map(name => `[${name}]`).join();
  h.clues = select(clues);
  // special are those that matter to the walk in any way.
  h.special = select([...clues, 'inert', 'aria-hidden=true', 'aria-label', 'aria-labelledby', 'title']);
  // controls finds most of what can be operated inside of an element.
  h.controls = 'a[href],button,input:not([type=hidden]),select,textarea,summary,[tabindex],[contenteditable],[onclick],' +
    '[role=button],[role=link],[role=checkbox],[role=radio],[role=switch],[role=tab],[role=menuitem],[role=option]';

  const words = text => new Set(text.split(' '));
  // plain roles make no row by themselves: text is text.
  h.plain = words('generic none presentation paragraph rowgroup strong emphasis code time mark subscript superscript ' +
    'insertion deletion math group separator figure caption suggestion img canvas video audio ' +
    'graphics-document graphics-object graphics-symbol');
  h.plain.add('');
  // closed roles say with their name all that is inside.
  h.closed = words('button checkbox img menuitemcheckbox menuitemradio meter option progressbar radio scrollbar ' +
    'separator slider switch math');
  // titled roles are named by their content, so that is read before it is
  // walked. Cells and rows are not here: what they hold is shown itself.
  h.titled = words('heading tab menuitem menuitemcheckbox menuitemradio treeitem option tooltip');
}
