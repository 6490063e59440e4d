// Kept: the identities of the last read, for as long as a document does not
// change. An identity is made of the element's role and name, which every read
// finds out anew, and of nodes, attributes and texts of its document. Those are
// what a mutation observer hears of; at its first word all is forgotten, so a
// page that changes all the time pays for one record per read.
//
// Shadow trees are none of what it hears, so a page with any keeps nothing. Nor
// does the gate look here: what is acted on is looked at again.
h => {
  'use strict';

  const w = h.w;
  const all = { subtree: true, childList: true, attributes: true, characterData: true };
  const documents = new WeakMap(); // to { known, observer }; known is null when the document has changed

  const watch = doc => {
    const kept = { known: new WeakMap(), observer: null };
    kept.observer = new MutationObserver(() => forget(kept));
    kept.observer.observe(doc, all);
    documents.set(doc, kept);
    return kept;
  };
  const forget = kept => {
    kept.observer.disconnect();
    kept.known = null;
  };

  // keptOf gives what is known of the elements of a document, null where nothing
  // is to be kept. It has to be asked within a read.
  h.keptOf = doc => {
    let kept = documents.get(doc);
    // A read may come in the middle of a task of the page.
    if (kept !== undefined && kept.known !== null && kept.observer.takeRecords().length > 0) forget(kept);
    if (h.shadowy()) {
      if (kept !== undefined) forget(kept);
      return null;
    }
    if (kept === undefined || kept.known === null) kept = watch(doc);
    return kept.known;
  };

  // publish is h.publish for the rows of a walk. What has a setting is looked at
  // anew: values are no part of the document.
  w.publish = (element, role, name) => {
    const known = w.kept;
    if (known === null) return h.publish(element, role, name);
    const before = known.get(element);
    if (before !== undefined && before.name === name && before.role === role) return before.identity;
    const identity = h.publish(element, role, name);
    if (h.publishedBare) known.set(element, { role, name, identity });
    return identity;
  };
}
