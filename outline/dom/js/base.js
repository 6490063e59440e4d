// The ground of the page scripts: the table of elements and what all parts
// share. Every part is a function of h, the object that the installer makes in
// an isolated world; nothing here is seen by the page.
h => {
  'use strict';

  // The table: elements by number, weakly held. Numbers are never used twice
  // in a world, so with the world's nonce they are unique for ever.
  let last = 0;
  const byElement = new WeakMap();
  const byId = new Map();

  // idOf gives the element's number and makes one when it has none.
  h.idOf = element => {
    let id = byElement.get(element);
    if (id === undefined) {
      id = ++last;
      byElement.set(element, id);
      byId.set(id, new WeakRef(element));
    }
    return id;
  };

  // knownId gives the element's number or 0.
  h.knownId = element => byElement.get(element) || 0;

  // elementOf gives the element of a number, null when it was collected or
  // dropped, undefined when the number was never given.
  h.elementOf = id => {
    const weak = byId.get(id);
    if (weak === undefined) return id > 0 && id <= last ? null : undefined;
    return weak.deref() || null;
  };

  // forget drops all numbers but those in keep (an array), so that the table
  // does not outgrow the registry that uses it.
  h.forget = keep => {
    const kept = new Set(keep);
    for (const [id, weak] of byId) {
      if (kept.has(id)) continue;
      byId.delete(id);
      const element = weak.deref();
      if (element) byElement.delete(element);
    }
  };

  h.tableSize = () => byId.size;

  // viewOf gives the window of an element's document, null when the document
  // has none any more (its frame was navigated or removed).
  h.viewOf = element => element.ownerDocument.defaultView;

  // parentOf gives the parent in the flat tree: the slot that shows the
  // element, the host of a shadow root, or the plain parent; null at the top of
  // a document.
  h.parentOf = node => {
    if (node.assignedSlot) return node.assignedSlot;
    const parent = node.parentNode;
    if (!parent) return null;
    if (parent.nodeType === 11) return parent.host || null;
    return parent.nodeType === 1 ? parent : null;
  };

  // ownerOf gives the element that shows the document, null at the top or where
  // the owner is in another origin.
  h.ownerOf = doc => {
    try {
      return doc.defaultView ? doc.defaultView.frameElement : null;
    } catch {
      return null;
    }
  };

  // contentOf gives the document of a frame element when scripts may reach it.
  h.contentOf = element => {
    try {
      return element.contentDocument;
    } catch {
      return null;
    }
  };

  // fold makes strings comparable: white space of any kind and length is one
  // space, none at the ends.
  h.fold = text => text.replace(/[\s\u00a0\u200b\ufeff]+/g, ' ').trim();

  // cut shortens a string to at most n UTF-16 units, at a code point, with an
  // ellipsis that says so, and mends lone surrogates.
  h.cut = (text, n) => {
    if (text.length > n) {
      const code = text.charCodeAt(n - 1);
      text = text.slice(0, code >= 0xd800 && code < 0xdc00 ? n - 1 : n) + '\u2026';
    }
    return text.isWellFormed() ? text : text.toWellFormed();
  };
}
