// value turns what a script of the caller gave into data that can leave the
// page, or says what in it cannot and where. It runs in the page's own world,
// on values of the page: nothing that it says is trusted.
function (limits) {
  const notes = [];
  let nodes = 0;
  let characters = 0;
  const above = [];
  const paths = [];

  const stop = (reason, path, what) => { throw { stop: { reason, path, what: String(what || '').slice(0, 200) } }; };
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
      case 'undefined': return null;
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

  const list = (items, path) => {
    const made = [];
    for (let i = 0; i < items.length; i++) {
      const item = items[i];
      if (typeof item === 'function' || typeof item === 'symbol') stop(typeof item, path + '[' + i + ']', typeof item === 'function' ? item.name : String(item));
      made.push(walk(item, path + '[' + i + ']'));
    }
    return made;
  };

  const shape = (value, path) => {
    if (Array.isArray(value)) return list(value, path);
    const kind = Object.prototype.toString.call(value).slice(8, -1);
    switch (kind) {
      case 'Date': return Number.isNaN(value.getTime()) ? null : value.toISOString();
      case 'RegExp': return text(String(value), path);
      case 'Boolean': case 'Number': case 'String': return walk(value.valueOf(), path);
      case 'Map':
        note(path + ' is a Map, given as a list of its entries');
        return list([...value], path);
      case 'Set':
        note(path + ' is a Set, given as a list');
        return list([...value], path);
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
    if (keys.length === 0) {
      // {} says nothing about an object whose data are behind getters.
      const name = nameOf(value);
      if (name !== 'Object' && Object.getPrototypeOf(value) !== null) stop('opaque', path, name);
      return {};
    }
    const made = {};
    for (const key of keys) {
      const inner = value[key];
      const at = step(path, key);
      if (inner === undefined) continue;
      if (typeof inner === 'function' || typeof inner === 'symbol') {
        note(at + ' is a ' + typeof inner + ' and was left out');
        continue;
      }
      Object.defineProperty(made, text(key, at), { value: walk(inner, at), enumerable: true, configurable: true, writable: true });
    }
    return made;
  };

  try {
    return { json: JSON.stringify(walk(this, 'value')), notes };
  } catch (thrown) {
    if (thrown && thrown.stop) return { stop: thrown.stop, notes };
    return { stop: { reason: 'getter', path: 'value', what: String(thrown).slice(0, 200) }, notes };
  }
}
