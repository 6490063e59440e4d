// What was really done on this page, in the order in which it happened. It is
// loaded before everything else, so that nothing can happen unseen.
(() => {
  // A frame of the shop writes into the log of the page that holds it.
  let held = null;
  try {
    held = window.parent === window ? null : window.parent.__log;
  } catch {
    // The page around the frame is another site's.
  }
  window.__log = held || [];

  // did writes down what an event led to. An event that a script made up says
  // so.
  window.did = (event, text) => {
    window.__log.push(event.isTrusted ? text : `${text} (untrusted)`);
  };

  addEventListener('click', event => {
    const link = event.target.closest('a[href]');
    if (link) did(event, `link: ${link.textContent.trim().replace(/\s+/g, ' ')}`);
  });
})();
