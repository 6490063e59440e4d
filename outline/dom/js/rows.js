// The columns that leave the page. Rows are gathered in typed arrays, one per
// column, and packed into one string of bytes at the end.
h => {
  'use strict';

  const S = h.STATE;
  // The parts that a row may have (columns.go reads them).
  const NAME = 1, VALUE = 2, HREF = 4, NOTE = 8, ELEMENT = 16, STATE = 32, LEVEL = 64, BOX = 128;

  let size = 0;
  let mask, role, depth, frame, state, name, value, href, note, level, id, identity, x, y, width, height;
  const columns = n => {
    const grow = (Type, old) => {
      const column = new Type(n);
      if (old) column.set(old.subarray(0, Math.min(n, old.length)));
      return column;
    };
    mask = grow(Uint8Array, mask);
    role = grow(Uint16Array, role);
    depth = grow(Uint16Array, depth);
    frame = grow(Uint16Array, frame);
    state = grow(Int32Array, state);
    name = grow(Int32Array, name);
    value = grow(Int32Array, value);
    href = grow(Int32Array, href);
    note = grow(Int32Array, note);
    level = grow(Uint16Array, level);
    id = grow(Int32Array, id);
    identity = grow(Float64Array, identity);
    x = grow(Int32Array, x);
    y = grow(Int32Array, y);
    width = grow(Int32Array, width);
    height = grow(Int32Array, height);
    size = n;
  };
  columns(1024);

  let count = 0;
  let roles = [], roleNumbers = new Map(), texts = [], textNumbers = new Map();

  const roleNumber = r => {
    let number = roleNumbers.get(r);
    if (number === undefined) {
      number = roles.push(r) - 1;
      roleNumbers.set(r, number);
    }
    return number;
  };

  // Short strings come often again (labels, addresses, notes), long ones
  // hardly ever: those are not looked up.
  const textNumber = text => {
    if (text.length > 80) return texts.push(text) - 1;
    let number = textNumbers.get(text);
    if (number === undefined) {
      number = texts.push(text) - 1;
      textNumbers.set(text, number);
    }
    return number;
  };

  h.rows = {
    begin() {
      count = 0;
      roles = [];
      roleNumbers = new Map();
      texts = [];
      textNumbers = new Map();
    },

    // end lets go of what a large page needed.
    end() {
      texts = [];
      textNumbers = new Map();
      if (size > 1 << 16) columns(1024);
    },

    count: () => count,

    // add begins a row and gives its index.
    add(d, r, f) {
      if (count === size) columns(2 * size);
      mask[count] = 0;
      state[count] = 0;
      depth[count] = d;
      role[count] = roleNumber(r);
      frame[count] = f;
      return count++;
    },

    // cut drops the row and all after it.
    cut(i) {
      count = i;
    },

    setRole(i, r) {
      role[i] = roleNumber(r);
    },
    setState(i, flags) {
      state[i] |= flags;
    },
    setName(i, text) {
      name[i] = textNumber(text);
      mask[i] |= NAME;
    },
    setValue(i, text) {
      value[i] = textNumber(text);
      mask[i] |= VALUE;
    },
    setHref(i, text) {
      href[i] = textNumber(text);
      mask[i] |= HREF;
    },
    setNote(i, text) {
      note[i] = textNumber(text);
      mask[i] |= NOTE;
    },
    setLevel(i, n) {
      level[i] = n;
      mask[i] |= LEVEL;
    },
    // What stands on a line with the row before says so above its level.
    setFlow(i, flow) {
      level[i] = 256 * flow + (mask[i] & LEVEL ? level[i] : 0);
      mask[i] |= LEVEL;
    },
    // A cell has no level; how many rows and columns it takes stands in its
    // place.
    setSpans(i, down, across) {
      level[i] = 256 * Math.min(down, 255) + Math.min(across, 255);
      mask[i] |= LEVEL;
    },
    setElement(i, number, digest) {
      id[i] = number;
      identity[i] = digest;
      mask[i] |= ELEMENT;
    },
    setBox(i, left, top, w, ht) {
      x[i] = Math.round(left);
      y[i] = Math.round(top);
      width[i] = Math.round(w);
      height[i] = Math.round(ht);
      mask[i] |= BOX;
    },
    // copyBox gives row i the box of row k, and what it says of the viewport.
    copyBox(i, k) {
      if (!(mask[k] & BOX)) return;
      x[i] = x[k];
      y[i] = y[k];
      width[i] = width[k];
      height[i] = height[k];
      mask[i] |= BOX;
      state[i] |= state[k] & S.Offscreen;
    },

    // adopt makes row i say what its only child, the text row i+1, says.
    adopt(i) {
      name[i] = name[i + 1];
      mask[i] |= NAME;
      state[i] |= S.NameFromContent | (state[i + 1] & S.Truncated);
      if (!(mask[i] & BOX)) h.rows.copyBox(i, i + 1);
      count = i + 1;
    },

    // justAbove tells whether the row ends above a line, and no farther than a
    // text behind it may reach down.
    justAbove: (i, line) => (mask[i] & BOX) !== 0 && y[i] + height[i] <= line && y[i] + height[i] > line - 1000,

    // says tells whether the row holds anything but its role and its place.
    says: i => (mask[i] & ~(LEVEL | BOX)) !== 0 || (state[i] & ~(S.Offscreen | S.Blocked)) !== 0,

    roleOf: i => roles[role[i]],
    stateOf: i => state[i],
    depthOf: i => depth[i],
    frameOf: i => frame[i],
    idOf: i => mask[i] & ELEMENT ? id[i] : 0,
    nameOf: i => mask[i] & NAME ? texts[name[i]] : '',

    pack,
  };

  let bytes = new Uint8Array(1 << 15);
  let at = 0;
  const put = n => { // a number of up to 53 bits, low groups of seven bits first
    while (n > 0x7fffffff) {
      bytes[at++] = 0x80 | (n % 128);
      n = Math.floor(n / 128);
    }
    while (n > 0x7f) {
      bytes[at++] = 0x80 | (n & 0x7f);
      n >>>= 7;
    }
    bytes[at++] = n;
  };
  const putSigned = n => put(n < 0 ? -2 * n - 1 : 2 * n);

  // pack writes the rows: mask, role, depth, then the parts of the mask. Depth,
  // ids and boxes are differences to the row before; a text is 0 for the next
  // new one, else how far back in the list of texts it stands.
  function pack() {
    let lastDepth = 0, lastFrame = 0, lastId = 0, lastX = 0, lastY = 0, next = 0;
    at = 0;
    const order = [];
    const placed = new Int32Array(texts.length).fill(-1);
    const putText = number => {
      const place = placed[number];
      if (place < 0) {
        placed[number] = next++;
        order.push(texts[number]);
        bytes[at++] = 0;
      } else {
        put(next - place);
      }
    };
    for (let i = 0; i < count; i++) {
      if (bytes.length - at < 100) {
        const grown = new Uint8Array(bytes.length * 2);
        grown.set(bytes);
        bytes = grown;
      }
      const m = state[i] ? mask[i] | STATE : mask[i];
      bytes[at++] = m;
      put(role[i]);
      // The lowest bit says that the frame changes, too.
      const moves = frame[i] === lastFrame ? 0 : 1;
      putSigned((depth[i] - lastDepth) * 2 + moves);
      lastDepth = depth[i];
      if (moves) put(lastFrame = frame[i]);
      if (m & NAME) putText(name[i]);
      if (m & VALUE) putText(value[i]);
      if (m & HREF) putText(href[i]);
      if (m & NOTE) putText(note[i]);
      if (m & ELEMENT) {
        putSigned(id[i] - lastId);
        lastId = id[i];
        put(identity[i]);
      }
      if (m & STATE) put(state[i]);
      if (m & LEVEL) put(level[i]);
      if (m & BOX) {
        putSigned(x[i] - lastX);
        putSigned(y[i] - lastY);
        lastX = x[i];
        lastY = y[i];
        put(width[i]);
        put(height[i]);
      }
    }
    const packed = { roles, rows: base64(bytes.subarray(0, at)), texts: join(order), count };
    if (bytes.length > 1 << 20) bytes = new Uint8Array(1 << 15);
    return packed;
  }

  // join makes one string of many, one per line. A line break inside of one is
  // escaped, so is the escape itself.
  const join = list => {
    for (let i = 0; i < list.length; i++) {
      if (escaped.test(list[i])) list[i] = list[i].replace(escapes, c => c === '\n' ? '\x1bn' : '\x1be');
    }
    return list.join('\n');
  };
  const escaped = /[\n\x1b]/;
  const escapes = /[\n\x1b]/g;

  // base64 is native since Chrome 140.
  const base64 = data => {
    if (data.toBase64) return data.toBase64();
    let text = '';
    for (let i = 0; i < data.length; i += 8192) text += String.fromCharCode(...data.subarray(i, i + 8192));
    return btoa(text);
  };
}
