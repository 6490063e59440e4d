// value turns what a script of the caller gave into data that can leave the
// page, or says what in it cannot and where. It runs in the page's own world,
// on values of the page: nothing that it says is trusted. The data are objects
// and lists of their own, which the engine writes out: libraries give
// Array.prototype and Object.prototype a toJSON, and replace JSON.stringify.
function (limits) {
  const notes = [];
  let nodes = 0;
  let characters = 0;
  const above = [];
  const paths = [];

  // stopped is thrown by nobody else.
  const stopped = { stop: null };
  const stop = (reason, path, what) => {
    stopped.stop = { reason, path, what: String(what || '').slice(0, 200) };
    throw stopped;
  };
  const note = text => { if (notes.length < limits.notes) notes.push(text); };
  const tagOf = node => {
    switch (node.nodeType) {
      case 1: return '<' + String(node.localName) + (typeof node.id === 'string' && node.id ? ' id=' + node.id : '') + '>';
      case 3: return 'a text node';
      case 9: return 'a document';
    }
    return 'a node of type ' + node.nodeType;
  };
  const nameOf = value => {
    try {
      return String((Object.getPrototypeOf(value) || {}).constructor.name) || 'Object';
    } catch {
      return 'Object';
    }
  };
  // plain: an object of no class, as {} makes them, in whatever frame.
  const plain = value => {
    const above = Object.getPrototypeOf(value);
    return above === null || Object.getPrototypeOf(above) === null && Object.hasOwn(above, 'hasOwnProperty');
  };
  const step = (path, key) => /^[A-Za-z_$][\w$]*$/.test(key) ? path + '.' + key : path + '[' + JSON.stringify(key) + ']';

  const text = (s, path) => {
    characters += s.length;
    if (characters > limits.characters) stop('too_large', path);
    return typeof s.toWellFormed === 'function' ? s.toWellFormed() : s;
  };

  const walk = (value, path) => {
    if (++nodes > limits.nodes) stop('too_large', path);
    switch (typeof value) {
      case 'string': return text(value, path);
      case 'boolean': return value;
      case 'number':
        if (Number.isFinite(value)) return value;
        note(path + ' is ' + value + ', given as text');
        return String(value);
      case 'bigint':
        note(path + ' is a BigInt, given as text');
        return String(value);
      case 'undefined': return value === undefined ? null : stop('opaque', path, 'document.all');
      case 'symbol': return stop('symbol', path, String(value));
      case 'function': return stop('function', path, value.name);
    }
    if (value === null) return null;
    if (above.includes(value)) stop('cycle', path, paths[above.indexOf(value)]);
    if (above.length >= limits.depth) stop('depth', path);
    if (value === value.window) stop('window', path);
    if (typeof value.nodeType === 'number' && typeof value.nodeName === 'string') stop('node', path, tagOf(value));
    above.push(value);
    paths.push(path);
    const made = shape(value, path);
    above.pop();
    paths.pop();
    return made;
  };

  // is tells what a value is by what only such a value can do: its tag may say
  // anything.
  const is = (value, test) => {
    try {
      test.call(value);
      return true;
    } catch {
      return false;
    }
  };
  const sizeOf = kind => Object.getOwnPropertyDescriptor(kind.prototype, 'size').get;

  const list = (items, path) => {
    const made = [];
    for (let i = 0; i < items.length; i++) {
      const item = items[i];
      if (typeof item === 'function' || typeof item === 'symbol') stop(typeof item, path + '[' + i + ']', typeof item === 'function' ? item.name : String(item));
      made[i] = walk(item, path + '[' + i + ']');
    }
    return made;
  };

  const shape = (value, path) => {
    if (Array.isArray(value)) return list(value, path);
    const kind = Object.prototype.toString.call(value).slice(8, -1);
    if (kind === 'Date' && is(value, Date.prototype.getTime)) return Number.isNaN(value.getTime()) ? null : value.toISOString();
    if (kind === 'Map' && is(value, sizeOf(Map))) {
      note(path + ' is a Map, given as a list of its entries');
      return list([...value], path);
    }
    if (kind === 'Set' && is(value, sizeOf(Set))) {
      note(path + ' is a Set, given as a list');
      return list([...value], path);
    }
    switch (kind) {
      case 'RegExp': return text(String(value), path);
      case 'Boolean': case 'Number': case 'String': return walk(value.valueOf(), path);
      case 'Arguments': case 'FileList': case 'DOMTokenList': case 'DOMStringList': case 'DOMRectList': case 'StyleSheetList': case 'CSSRuleList':
        if (typeof value.length === 'number') return list(value, path);
        break;
      case 'NodeList': case 'HTMLCollection': case 'RadioNodeList':
        if (value.length > 0) stop('node', path + '[0]', tagOf(value[0]));
        return [];
      case 'Promise': return stop('promise', path);
      case 'WeakMap': case 'WeakSet': case 'WeakRef': return stop('opaque', path, kind);
      case 'ArrayBuffer': return stop('opaque', path, kind);
    }
    if (ArrayBuffer.isView(value) && typeof value.length === 'number') {
      if (value.length > limits.nodes) stop('too_large', path);
      return list(value, path);
    }
    if (kind === 'Error' || kind === 'DOMException') {
      return { name: text(String(value.name), path), message: text(String(value.message), path), stack: text(String(value.stack || ''), path) };
    }
    if (typeof value.toJSON === 'function') {
      const json = value.toJSON();
      if (json !== value) return walk(json, path);
    }
    const keys = Object.keys(value);
    const made = Object.create(null);
    if (keys.length === 0) {
      // {} says nothing about an object whose data are behind getters, or that
      // does not list them, as Math.
      const empty = plain(value) ? Object.getOwnPropertyNames(value).length === 0 : kind === 'DOMStringMap' || kind === 'Storage';
      if (!empty) stop('opaque', path, kind === 'Object' ? nameOf(value) : kind);
      return made;
    }
    let left = 0;
    for (const key of keys) {
      const inner = value[key];
      const at = step(path, key);
      if (inner === undefined) continue;
      if (typeof inner === 'function' || typeof inner === 'symbol') {
        note(at + ' is a ' + typeof inner + ' and was left out');
        left++;
        continue;
      }
      made[text(key, at)] = walk(inner, at);
    }
    if (left === keys.length) stop('functions', path);
    return made;
  };

  try {
    return { data: walk(this, 'value'), notes };
  } catch (thrown) {
    if (thrown === stopped) return { stop: stopped.stop, notes };
    let what = 'something';
    try {
      what = String(thrown).slice(0, 200);
    } catch {
      // It cannot even be told.
    }
    return { stop: { reason: 'getter', path: paths.at(-1) || 'value', what }, notes };
  }
}
