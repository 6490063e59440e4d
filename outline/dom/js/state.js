// States: what is shown, what can be operated, which flags and values hold.
h => {
  'use strict';

  // The flags of outline.State, bit for bit (a test compares them).
  h.STATE = {};
  ['Operable', 'Disabled', 'Checked', 'Mixed', 'Expanded', 'Collapsed', 'Selected', 'Pressed', 'Required', 'Invalid',
    'ReadOnly', 'Focused', 'Multiple', 'Multiline', 'Protected', 'HasValue', 'Modal', 'Offscreen', 'Draggable',
    'Hinted', 'Editable', 'NameFromContent', 'Current', 'Busy', 'HasPopup', 'Scrollable', 'Blocked',
    'Truncated'].forEach((name, bit) => { h.STATE[name] = 1 << bit; });
  const S = h.STATE;

  const { checkVisibility } = Element.prototype;
  const visible = { visibilityProperty: true };
  const seen = { visibilityProperty: true, opacityProperty: true };

  // styleOf gives the live computed style of an element. Making the object is
  // a third of what a look at a style costs, so those of a page of ordinary
  // size are kept; they go with their elements.
  const styles = new WeakMap();
  let kept = 0;
  h.styleOf = element => {
    let style = styles.get(element);
    if (style === undefined) {
      style = getComputedStyle(element);
      if (++kept < 50000) styles.set(element, style);
    }
    return style;
  };

  // shown tells whether the browser renders the element: it has a box, its
  // visibility is visible and nothing above hides it (display, closed details,
  // hidden=until-found, content-visibility: hidden). Transparent and clipped
  // elements are shown; see h.perceptible in walk.js for what the eye sees.
  h.shown = element => {
    if (checkVisibility.call(element, visible)) return true;
    const style = getComputedStyle(element);
    if (style.display === 'contents') {
      if (style.visibility !== 'visible') return false;
      const parent = h.parentOf(element);
      return parent === null || getComputedStyle(parent).display === 'contents'
        ? parent === null || h.shown(parent)
        : checkVisibility.call(parent);
    }
    if (h.tag(element) === 'area') {
      const image = imageOf(element);
      return image !== null && checkVisibility.call(image, visible);
    }
    return false;
  };

  // opaque tells in addition that nothing above makes it fully transparent.
  h.opaque = element => checkVisibility.call(element, seen);

  const imageOf = area => {
    const map = h.up(area, 'map');
    const name = map && map.name;
    if (!name) return null;
    for (const image of h.imagesOf(h.docOf(area))) {
      if (image.useMap === '#' + name) return image;
    }
    return null;
  };
  h.imageOf = imageOf; // the image that shows an area

  const truthy = value => value !== null && value !== '' && value !== 'false';

  // states gives the flags that the element's own markup and state set; what
  // depends on its place (Offscreen, Blocked, Scrollable) is the walk's.
  h.states = (element, role) => {
    const flags = h.marks(element, role, h.tag(element));
    return h.is(element, ':focus') ? flags | S.Focused : flags;
  };

  // marks is states without the focus, which a walk knows.
  h.marks = (element, role, tag) => {
    let flags = 0;
    switch (tag) {
      case 'input': flags = inputStates(element); break;
      case 'textarea':
        flags = S.Multiline | fieldStates(element);
        break;
      case 'select':
        flags = fieldStates(element) | (element.multiple ? S.Multiple : 0) | (h.drawnOpen(element) ? S.Expanded : 0);
        break;
      case 'button': case 'fieldset': case 'optgroup':
        if (h.is(element, ':disabled')) flags = S.Disabled;
        if (tag === 'button' && element.popoverTargetElement) {
          flags |= h.is(element.popoverTargetElement, ':popover-open') ? S.Expanded : S.Collapsed;
        }
        break;
      case 'option':
        if (h.is(element, ':disabled')) flags = S.Disabled;
        if (element.selected) flags |= S.Selected;
        break;
      case 'summary':
        if (h.isSummary(element)) flags = h.parent(element).open ? S.Expanded : S.Collapsed;
        break;
      case 'dialog':
        if (h.is(element, ':modal')) flags = S.Modal;
        break;
    }
    return h.hasAny(element) ? flags | ariaStates(element, role, tag) : flags;
  };

  // drawnByPage tells a list that the page draws itself (appearance: base-select):
  // its options are boxes of the page while it is open. Any other is the
  // browser's own, and nothing of it is in the page.
  h.drawnByPage = select => h.tag(select) === 'select' && getComputedStyle(select).appearance === 'base-select';
  h.drawnOpen = select => h.is(select, ':open') && h.drawnByPage(select);

  const fieldStates = element => {
    let flags = 0;
    if (h.is(element, ':disabled')) flags |= S.Disabled;
    if (element.required) flags |= S.Required;
    if (element.readOnly) flags |= S.ReadOnly;
    if (h.is(element, ':user-invalid')) flags |= S.Invalid;
    return flags;
  };

  const inputStates = element => {
    let flags = fieldStates(element);
    switch (element.type) {
      case 'checkbox':
        if (element.indeterminate) flags |= S.Mixed;
        else if (element.checked) flags |= S.Checked;
        break;
      case 'radio':
        if (element.checked) flags |= S.Checked;
        break;
      case 'email': case 'file':
        if (element.multiple) flags |= S.Multiple;
        break;
    }
    if (isProtected(element)) flags |= S.Protected;
    return flags;
  };

  const checkable = new Set(['checkbox', 'radio', 'switch', 'menuitemcheckbox', 'menuitemradio', 'option', 'treeitem']);

  const ariaStates = (element, role, tag) => {
    let flags = 0;
    const names = attributeNames.call(element);
    for (let i = 0; i < names.length; i++) {
      const name = names[i];
      if (name.charCodeAt(0) === 97 /* a */ && name.startsWith('aria-')) {
        const value = h.attr(element, name);
        switch (name) {
          case 'aria-disabled': if (value === 'true') flags |= S.Disabled; break;
          case 'aria-checked':
            if (!checkable.has(role) || tag === 'input') break;
            if (value === 'true') flags |= S.Checked;
            else if (value === 'mixed') flags |= S.Mixed;
            break;
          case 'aria-expanded':
            if (value === 'true') flags |= S.Expanded;
            else if (value === 'false') flags |= S.Collapsed;
            break;
          case 'aria-selected': if (value === 'true') flags |= S.Selected; break;
          case 'aria-pressed':
            if (value === 'true') flags |= S.Pressed;
            else if (value === 'mixed') flags |= S.Mixed;
            break;
          case 'aria-required': if (value === 'true') flags |= S.Required; break;
          case 'aria-invalid': if (truthy(value)) flags |= S.Invalid; break;
          case 'aria-readonly': if (value === 'true') flags |= S.ReadOnly; break;
          case 'aria-multiselectable': if (value === 'true') flags |= S.Multiple; break;
          case 'aria-multiline': if (value === 'true') flags |= S.Multiline; break;
          case 'aria-modal':
            if (value === 'true' && (role === 'dialog' || role === 'alertdialog')) flags |= S.Modal;
            break;
          case 'aria-current': if (truthy(value)) flags |= S.Current; break;
          case 'aria-busy': if (value === 'true') flags |= S.Busy; break;
          case 'aria-haspopup': if (truthy(value)) flags |= S.HasPopup; break;
        }
      } else if (name === 'draggable') {
        if (h.attr(element, name) === 'true') flags |= S.Draggable;
      } else if (name === 'contenteditable') {
        if (h.isEditingHost(element)) flags |= S.Editable;
      }
    }
    return flags;
  };
  const attributeNames = Element.prototype.getAttributeNames;

  // A password never leaves the page, nor do a card's number and check code,
  // whatever type of field a site chose for them.
  // A password stays one when the page shows it by making the field another.
  const passwords = new WeakSet();
  const isProtected = element => {
    if (element.type === 'password') {
      passwords.add(element);
      return true;
    }
    if (passwords.has(element)) return true;
    const complete = h.attr(element, 'autocomplete');
    return complete !== null && /(^|\s)(cc-number|cc-csc|current-password|new-password|one-time-code)(\s|$)/i.test(complete);
  };
  h.isProtected = element => h.tag(element) === 'input' && isProtected(element);

  // valueLimit is how many UTF-16 units of a value leave the page.
  h.valueLimit = 2000;
  const clip = text => h.cut(String(text), h.valueLimit);
  const plain = text => ({ value: clip(text), protected: false });

  // valueOf gives the current value of a control, exactly as it is, or null
  // for what has none. A protected field tells only whether it is empty.
  h.valueOf = (element, role = h.role(element)) => {
    switch (h.tag(element)) {
      case 'input': return inputValue(element);
      case 'textarea': return plain(element.value);
      case 'select': return plain(selectedText(element));
      case 'progress': return element.position < 0 ? null : plain(`${Math.round(element.position * 100)}%`);
      case 'meter': return plain(element.value);
    }
    switch (role) {
      case 'slider': case 'spinbutton': case 'scrollbar': case 'progressbar': case 'meter': case 'separator': {
        const text = h.attr(element, 'aria-valuetext') || h.attr(element, 'aria-valuenow');
        return text ? plain(text) : null;
      }
      case 'textbox': case 'searchbox': return plain(editedText(element));
      case 'combobox': return h.isEditingHost(element) ? plain(editedText(element)) : plain(h.squeeze(editedText(element)));
    }
    return h.isEditingHost(element) ? plain(editedText(element)) : null;
  };

  const inputValue = element => {
    switch (element.type) {
      case 'button': case 'submit': case 'reset': case 'image': case 'hidden': case 'checkbox': case 'radio': return null;
      case 'file': return plain(Array.from(element.files || [], file => file.name).join(', '));
      case 'range': return plain(h.attr(element, 'aria-valuetext') || element.value);
    }
    if (isProtected(element)) return { value: '', protected: element.value !== '' };
    return plain(element.value);
  };

  const selectedText = select => {
    const texts = [];
    const options = select.selectedOptions;
    for (let i = 0; i < options.length && i < 50; i++) texts.push(options[i].label.trim());
    return texts.join(', ');
  };

  // editedText is what an editor shows: its lines without the one line break
  // that stands for an empty editor.
  const editedText = element => {
    const shown = h.innerText(element);
    const text = shown === undefined ? h.textOf(element) : shown;
    return text.slice(0, 2 * h.valueLimit).replace(/\n$/, '');
  };

  // Listeners are unknown to an isolated world; the debugger tells.
  let listening = new WeakSet();
  let anyListening = false;
  h.markListeners = elements => {
    for (const element of elements) {
      if (element && h.kind(element) === 1) listening.add(element);
    }
    anyListening = true;
  };
  h.unmarkListener = element => {
    listening.delete(element);
  };
  h.listens = element => anyListening && (listening.has(element) || anyDelegating && delegating.has(h.parent(element)));

  // What listens for what happens in it makes its items things: entries of a
  // list, rows of a table, or three and more elements of one make that are all
  // it holds. Where items hold controls, it listens for those.
  let delegating = new WeakSet();
  let anyDelegating = false;
  h.onRead.push(() => {
    if (anyDelegating) delegating = new WeakSet();
    anyDelegating = false;
  });
  const mostItems = 50; // are looked at
  h.delegate = (element, tag) => {
    if (!listening.has(element)) return;
    let first = null;
    let n = 0;
    for (let node = h.first(element); node !== null && n < mostItems; node = h.next(node)) {
      const kind = h.kind(node);
      if (kind === 3 && !blank.test(node.data.slice(0, 200))) return;
      if (kind !== 1) continue;
      if (!itemTags.has(h.tag(node)) || h.one(node, h.controls) !== null) return;
      if (first === null) first = node;
      else if (h.tag(node) !== h.tag(first) || make(node) !== make(first)) return;
      n++;
    }
    if (n < (h.lists.has(tag) ? 1 : 3)) return;
    delegating.add(element);
    anyDelegating = true;
  };
  const blank = /^\s*$/;
  const itemTags = new Set(['li', 'tr', 'td', 'div', 'article', 'section', 'img', 'svg', 'g', 'rect', 'circle', 'path']);
  const make = element => (h.attr(element, 'class') || '').trim().split(/\s+/, 1)[0];

  // WHY says what makes an element operable.
  // aim is for what a script or a click may focus and the keyboard passes by.
  h.WHY = { nothing: 0, control: 1, role: 2, focus: 3, edit: 4, handler: 5, drag: 6, cursor: 7, listener: 8, aim: 9 };
  const WHY = h.WHY;
  const { clues, handlers } = h;

  h.control = (element, tag) => {
    switch (tag) {
      case 'a': case 'area': return h.nativeRole(element) === 'link';
      case 'button': { // not the face of a list that the page draws
        const up = element.parentElement;
        return up === null || h.tag(up) !== 'select';
      }
      case 'select': case 'textarea': return true;
      case 'input': return element.type !== 'hidden';
      case 'summary': return h.isSummary(element);
      case 'option': { // of a list that is on the page; a closed one's are not
        const select = h.up(element, 'select');
        return select !== null && (select.multiple || select.size > 1 || h.drawnOpen(select));
      }
      case 'audio': case 'video': return h.has(element, 'controls');
      case 'canvas': return true;
    }
    return false;
  };

  // reason gives the first of WHY that makes the element operable by its own
  // markup; cursors and listeners are left to reasonFor.
  h.reason = (element, tag) => {
    if (h.control(element, tag)) return WHY.control;
    if (!h.hasAny(element) || !h.is(element, clues)) return WHY.nothing;
    if (tag === 'html') return WHY.nothing;
    if (h.isEditingHost(element)) return WHY.edit;
    if (tag === 'body') return WHY.nothing;
    if (h.has(element, 'role') && h.widgets.has(h.role(element))) return WHY.role;
    const index = h.attr(element, 'tabindex');
    if (index !== null && h.tabIndex(element) >= 0) return WHY.focus;
    for (const name of handlers) {
      if (h.has(element, name)) return WHY.handler;
    }
    if (h.attr(element, 'draggable') === 'true') return WHY.drag;
    return index !== null && /^\s*-\d/.test(index) ? WHY.aim : WHY.nothing;
  };

  // A hand or a grip shows that something can be done here.
  h.inviting = cursor => {
    switch (cursor) {
      case 'auto': case 'default': case 'text': return false;
      case 'pointer': case 'grab': case 'move': case 'zoom-in': case 'zoom-out': return true;
    }
    return cursor.endsWith('-resize');
  };

  // reasonFor adds the clues of cursor and listeners. A cursor is inherited:
  // the outermost element that has it is the thing, unless that one merely
  // holds a list of such things.
  h.reasonFor = element => {
    const tag = h.tag(element);
    let own = h.reason(element, tag);
    if (own !== WHY.nothing && own !== WHY.aim) return own;
    if (tag === 'dialog') own = WHY.aim;
    const { PASSES, ROOT } = h.TAG;
    if (h.tagBits(tag) & PASSES) return tag === 'form' && h.listens(element) ? WHY.listener : own;
    const parent = h.parentOf(element);
    if (parent !== null && h.listens(parent)) h.delegate(parent, h.tag(parent));
    if (h.listens(element)) return WHY.listener;
    const cursor = getComputedStyle(element).cursor;
    if (!h.inviting(cursor)) return own;
    if (parent === null || getComputedStyle(parent).cursor !== cursor) return WHY.cursor;
    // What lays out others passes its hand on to them.
    return (h.tagBits(h.tag(parent)) & (PASSES | ROOT)) === PASSES ? WHY.cursor : own;
  };

  // mayAct is a quick look whether the walk could make a row of an element that
  // stands in the content of another.
  h.mayAct = (element, tag, attributes) => (h.tagBits(tag) & (h.TAG.CONTROL | h.TAG.FRAME)) !== 0 && h.acts(element, tag) ||
    tag === 'label' || tag === 'slot' || h.shadowOf(element) !== null || h.listens(element) ||
    attributes && h.is(element, clues);
  h.acts = (element, tag) => (h.tagBits(tag) & h.TAG.FRAME) !== 0 || h.control(element, tag);

  // justScrolls tells what the keyboard can focus so as to scroll it.
  h.justScrolls = (element, role, style) => {
    if (h.widgets.has(role) || h.tagBits(h.tag(element)) & (h.TAG.ROOT | h.TAG.FIELD)) return false;
    return h.scrollNote(element, style) !== '';
  };

  // holdsThings tells whether there are two or more controls in an element.
  h.holdsThings = element => h.all(element, h.controls).length > 1;

  // operable tells whether an agent can act on the element itself.
  h.operable = element => h.reasonFor(element) !== WHY.nothing;
}
