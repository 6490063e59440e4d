// The page around the calculator: it shows the quote that the frame found.
(() => {
  const frame = document.getElementById('calculator');
  addEventListener('message', event => {
    if (event.source !== frame.contentWindow) return;
    document.getElementById('quote').textContent = event.data.quote;
  });
  document.getElementById('call').addEventListener('click', event => {
    did(event, 'call back');
    document.getElementById('called').textContent = 'We will call when the kettle has boiled.';
  });
})();
