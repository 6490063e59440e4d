// The cart: a map from product to number, kept for this tab. Who shows it
// listens to the event "cartchange" of the window.
const cart = (() => {
  const key = 'cart';
  const items = new Map(JSON.parse(sessionStorage.getItem(key) || '[]'));
  const label = document.getElementById('cart-count');

  const count = () => [...items.values()].reduce((sum, n) => sum + n, 0);
  const tell = () => {
    sessionStorage.setItem(key, JSON.stringify([...items]));
    if (label) {
      label.textContent = count();
      label.setAttribute('aria-label', `${count()} ${count() === 1 ? 'item' : 'items'} in cart`);
    }
    dispatchEvent(new Event('cartchange'));
  };

  tell();
  return {
    items,
    get: id => items.get(id) || 0,
    set(id, n) {
      if (n > 0) items.set(id, n);
      else items.delete(id);
      tell();
    },
    total: products => products.reduce((sum, p) => sum + p.price * (items.get(p.id) || 0), 0),
  };
})();

// money writes an amount of cents.
const money = cents => `€${(cents / 100).toFixed(2)}`;
