// The catalogue: one card for each product, made once; search hides cards and
// sorting moves them.
(() => {
  const byId = id => document.getElementById(id);
  const list = byId('cards');
  const search = byId('search');
  const sort = byId('sort');
  const inStock = byId('in-stock');

  // Each category has its colour, and each of its products a shade of it.
  const hues = { Kitchen: 18, Outdoor: 150, Light: 44, Textile: 255, Desk: 195 };

  const card = (product, index) => {
    const item = byId('card').content.firstElementChild.cloneNode(true);
    const at = selector => item.querySelector(selector);
    item.id = product.id;
    at('.art').style.setProperty('--hue', hues[product.category] + (index % 8) * 5);
    at('use').setAttribute('href', `#${product.category.toLowerCase()}`);
    at('.category').textContent = product.category;
    at('h3').textContent = product.name;
    at('.text').textContent = product.text;
    at('.price').textContent = money(product.price);
    at('.rating').setAttribute('aria-label', `${product.rating} of 5 stars`);
    at('.rating').style.setProperty('--part', `${(product.rating / 5) * 100}%`);
    at('.stock').textContent = product.stock === 0 ? 'Sold out' : product.stock < 4 ? `Only ${product.stock} left` : 'In stock';
    at('.stock').classList.toggle('low', product.stock < 4);

    const add = at('[data-do=add]');
    add.disabled = product.stock === 0;
    add.addEventListener('click', event => {
      did(event, `add: ${product.name}`);
      cart.set(product.id, cart.get(product.id) + 1);
    });
    const save = at('[data-do=save]');
    save.addEventListener('click', event => {
      const on = save.getAttribute('aria-pressed') !== 'true';
      did(event, `${on ? 'save' : 'unsave'}: ${product.name}`);
      save.setAttribute('aria-pressed', on);
    });
    const showCount = () => {
      const n = cart.get(product.id);
      at('.in-cart').hidden = n === 0;
      at('.in-cart').textContent = `${n} in your cart`;
    };
    addEventListener('cartchange', showCount);
    showCount();
    return item;
  };

  const cards = new Map(products.map((product, index) => [product, card(product, index)]));
  list.append(...cards.values());

  const orders = {
    featured: () => 0,
    'price-up': (a, b) => a.price - b.price,
    'price-down': (a, b) => b.price - a.price,
    rating: (a, b) => b.rating - a.rating,
    name: (a, b) => a.name.localeCompare(b.name, 'en'),
  };
  const filter = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let found = 0;
    for (const [product, item] of cards) {
      const text = `${product.name} ${product.category} ${product.text}`.toLowerCase();
      item.hidden = !words.every(word => text.includes(word)) || (inStock.checked && product.stock === 0);
      if (!item.hidden) found++;
    }
    byId('found').textContent = found === products.length ? `${found} items` : `${found} of ${products.length} items`;
    byId('nothing').hidden = found > 0;
  };

  byId('filters').addEventListener('submit', event => event.preventDefault());
  search.addEventListener('input', filter);
  search.addEventListener('change', event => did(event, `search: ${search.value}`));
  inStock.addEventListener('change', event => {
    did(event, `in stock only: ${inStock.checked}`);
    filter();
  });
  sort.addEventListener('change', event => {
    did(event, `sort: ${sort.value}`);
    for (const product of [...products].sort(orders[sort.value])) list.append(cards.get(product));
  });
  byId('clear-search').addEventListener('click', event => {
    did(event, 'show everything');
    search.value = '';
    inStock.checked = false;
    filter();
    search.focus();
  });
  filter();

  // The cart beside the cards. A line keeps its node as long as its product is
  // in the cart.
  const lines = new Map();
  const line = product => {
    const item = byId('line').content.firstElementChild.cloneNode(true);
    item.querySelector('.line-name').textContent = product.name;
    const acts = {
      less: n => n - 1,
      more: n => n + 1,
      remove: () => 0,
    };
    for (const [name, next] of Object.entries(acts)) {
      item.querySelector(`[data-do=${name}]`).addEventListener('click', event => {
        did(event, `${name}: ${product.name}`);
        cart.set(product.id, next(cart.get(product.id)));
      });
    }
    return item;
  };
  const showCart = () => {
    for (const product of products) {
      const n = cart.get(product.id);
      if (n === 0) {
        lines.get(product)?.remove();
        lines.delete(product);
        continue;
      }
      if (!lines.has(product)) {
        lines.set(product, line(product));
        byId('cart-lines').append(lines.get(product));
      }
      const item = lines.get(product);
      item.querySelector('output').textContent = n;
      item.querySelector('.line-price').textContent = money(product.price * n);
    }
    byId('cart-empty').hidden = lines.size > 0;
    byId('cart-total').textContent = money(cart.total(products));
  };
  addEventListener('cartchange', showCart);
  showCart();
})();
