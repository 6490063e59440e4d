// The widget in the frame: a custom element with an open shadow root that holds
// another one.
(() => {
  const shadow = (host, name) => {
    const root = host.attachShadow({ mode: 'open' });
    root.append(document.getElementById(name).content.cloneNode(true));
    return root;
  };

  customElements.define('quantity-stepper', class extends HTMLElement {
    #root = shadow(this, 'quantity-stepper');
    #less = this.#root.querySelector('button:first-of-type');
    #more = this.#root.querySelector('button:last-of-type');
    value = Number(this.getAttribute('value'));

    constructor() {
      super();
      const step = (button, by, name) => button.addEventListener('click', event => {
        this.value += by;
        did(event, `${name}: ${this.value} ${this.getAttribute('unit')}`);
        this.#show();
      });
      step(this.#less, -1, 'less');
      step(this.#more, 1, 'more');
      this.#show();
    }

    #show() {
      this.#less.disabled = this.value <= Number(this.getAttribute('min'));
      this.#more.disabled = this.value >= Number(this.getAttribute('max'));
      this.#root.querySelector('span').textContent = `${this.value} ${this.getAttribute('unit')}`;
    }
  });

  // Cents: a base and a part for each kilogram.
  const prices = { standard: [390, 110], express: [990, 240], boat: [100, 15] };

  customElements.define('delivery-calculator', class extends HTMLElement {
    #root = shadow(this, 'delivery-calculator');

    constructor() {
      super();
      const form = this.#root.querySelector('form');
      form.addEventListener('submit', event => {
        event.preventDefault();
        const kilos = this.#root.querySelector('quantity-stepper').value;
        const service = form.elements.service.value;
        const postcode = form.elements.postcode.value.trim();
        did(event, `calculate: ${kilos} kg ${service} to ${postcode}`);
        const [base, perKilo] = prices[service];
        const cost = `€${((base + perKilo * kilos) / 100).toFixed(2)}`;
        const quote = postcode ? `${kilos} kg to ${postcode} by ${form.elements.service.selectedOptions[0].text.toLowerCase()}: ${cost}` : 'Please enter a postcode.';
        this.#root.querySelector('output').textContent = quote;
        if (postcode) parent.postMessage({ quote }, location.origin);
      });
    }
  });
})();
