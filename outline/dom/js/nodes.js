// Forms and documents whose own names are hidden: <input name=matches> is its
// form's matches, <img name=hidden> the document's hidden, and <a id=addEventListener>
// the window's. What any of them may be asked goes through the prototypes here.
h => {
  'use strict';

  const { getter } = h;

  // all gives what matches in a document, a shadow root or an element, one the
  // first of it.
  const kinds = new Map([[1, Element.prototype], [9, Document.prototype], [11, DocumentFragment.prototype]]);
  const querying = new Map();
  for (const [kind, { querySelector, querySelectorAll }] of kinds) querying.set(kind, { querySelector, querySelectorAll });
  h.all = (node, selector) => querying.get(h.kind(node)).querySelectorAll.call(node, selector);
  h.one = (node, selector) => querying.get(h.kind(node)).querySelector.call(node, selector);

  const { getRootNode, contains } = Node.prototype;
  const previousSibling = getter(Node.prototype, 'previousSibling');
  const textContent = getter(Node.prototype, 'textContent');
  h.treeOf = node => getRootNode.call(node); // a document, a shadow root, or what is on top of what is in none
  h.contains = (node, other) => contains.call(node, other);
  h.before = node => previousSibling.call(node);
  h.textOf = node => textContent.call(node);

  const firstElementChild = getter(Element.prototype, 'firstElementChild');
  const nextElementSibling = getter(Element.prototype, 'nextElementSibling');
  const previousElementSibling = getter(Element.prototype, 'previousElementSibling');
  const childElementCount = getter(Element.prototype, 'childElementCount');
  h.firstElement = element => firstElementChild.call(element);
  h.nextElement = element => nextElementSibling.call(element);
  h.previousElement = element => previousElementSibling.call(element);
  h.elementCount = element => childElementCount.call(element);

  const zoom = Object.getOwnPropertyDescriptor(Element.prototype, 'currentCSSZoom'); // since Chrome 128
  h.zoomOf = element => zoom ? zoom.get.call(element) : 1;

  const { scrollIntoView, scrollBy } = Element.prototype;
  h.scrollIntoView = (element, options) => scrollIntoView.call(element, options);
  h.scrollBy = (element, options) => scrollBy.call(element, options);

  // What HTML elements alone have; undefined for others, like SVG's.
  const own = (name, type) => {
    const get = getter(HTMLElement.prototype, name);
    return element => {
      const value = element[name];
      return value === undefined || typeof value === type ? value : get.call(element);
    };
  };
  h.offsetWidth = own('offsetWidth', 'number');
  h.offsetHeight = own('offsetHeight', 'number');
  h.tabIndex = own('tabIndex', 'number');
  h.innerText = own('innerText', 'string');
  h.isContentEditable = own('isContentEditable', 'boolean');

  const { createRange, createTreeWalker, createElement, execCommand, getAnimations } = Document.prototype;
  const scrollingElement = getter(Document.prototype, 'scrollingElement');
  const hidden = getter(Document.prototype, 'hidden');
  const readyState = getter(Document.prototype, 'readyState');
  const body = getter(Document.prototype, 'body');
  const images = getter(Document.prototype, 'images');
  h.rangeIn = doc => createRange.call(doc);
  h.walkerIn = (doc, ...args) => createTreeWalker.apply(doc, args);
  h.newElement = (doc, tag) => createElement.call(doc, tag);
  h.command = (doc, ...args) => execCommand.apply(doc, args);
  h.animationsOf = root => h.kind(root) === 9 ? getAnimations.call(root) : root.getAnimations ? root.getAnimations() : [];
  h.scrollerOf = doc => scrollingElement.call(doc);
  h.isHidden = () => hidden.call(document);
  h.readyState = () => readyState.call(document);
  h.bodyOf = doc => body.call(doc);
  h.imagesOf = doc => images.call(doc);

  const { addEventListener, removeEventListener } = EventTarget.prototype;
  h.hear = (target, type, listener, options) => addEventListener.call(target, type, listener, options);
  h.unhear = (target, type, listener, options) => {
    try {
      removeEventListener.call(target, type, listener, options);
    } catch {
      // The window shows a page of another origin now: the listener went with
      // the document.
    }
  };
}
