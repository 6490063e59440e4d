/**
 * Gives a document one more content security policy, before any script of its
 * page runs. The element that brings it is there for a moment only: a policy
 * stays when its element goes.
 *
 * @param {string} policy
 */
(policy) => {
  const make = name => document.createElementNS('http://www.w3.org/1999/xhtml', name);
  const meta = make('meta');
  meta.setAttribute('http-equiv', 'Content-Security-Policy');
  meta.setAttribute('content', policy);
  const root = document.documentElement;
  if (root && document.head) { // an empty document has both from the beginning
    document.head.append(meta);
    meta.remove();
    return;
  }
  const html = make('html');
  const head = make('head');
  html.append(head);
  if (root) root.replaceWith(html);
  else document.append(html);
  head.append(meta);
  if (root) html.replaceWith(root);
  else html.remove();
}
