// The checkout form: the browser sends it; this page adds the cart and the text
// of the editor, and writes down what was changed.
(() => {
  const byId = id => document.getElementById(id);
  const form = byId('checkout');
  const editor = byId('message');

  for (const product of products.filter(p => cart.get(p.id) > 0)) {
    const item = document.createElement('li');
    item.className = 'summary';
    const name = document.createElement('span');
    name.textContent = `${cart.get(product.id)} × ${product.name}`;
    const price = document.createElement('span');
    price.textContent = money(product.price * cart.get(product.id));
    item.append(name, price);
    byId('summary-lines').append(item);
  }
  byId('summary-empty').hidden = cart.items.size > 0;
  byId('summary-total').textContent = money(cart.total(products));

  // A password stays out of the log.
  form.addEventListener('change', event => {
    const { name, type, value, checked } = event.target;
    const now = type === 'checkbox' ? `${value} ${checked ? 'on' : 'off'}`
      : type === 'password' ? `${value.length} characters`
      : type === 'select-multiple' ? [...event.target.selectedOptions].map(o => o.value).join(' ')
      : type === 'file' ? [...event.target.files].map(f => f.name).join(' ')
      : value;
    did(event, `change: ${name} = ${now}`);
  });
  editor.addEventListener('input', event => did(event, `write: ${editor.innerText}`));
  form.addEventListener('submit', event => did(event, 'submit'));
  form.addEventListener('reset', event => {
    did(event, 'reset');
    editor.textContent = '';
  });
  form.addEventListener('formdata', event => {
    event.formData.set('message', editor.innerText.trim());
    event.formData.set('cart', products.filter(p => cart.get(p.id) > 0).map(p => `${cart.get(p.id)} ${p.id}`).join(', '));
  });
})();
