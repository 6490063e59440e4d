// The packing queue: data that changes its order, and table rows that do not
// move with it. Row number i always shows order number i of the data; that is
// what a framework does with a list keyed by index, and what makes a remembered
// row dangerous.
(() => {
  const query = new URLSearchParams(location.search);
  const rows = document.getElementById('rows');
  const live = document.getElementById('live');
  const every = Number(query.get('every')) || 1500; // ms between two live updates

  let orders = [
    [2041, 'Ada Okafor', '2 mugs, 1 kettle'], [2042, 'Bram Visser', '1 storm lamp'],
    [2043, 'Chiara Conti', '3 wool blankets'], [2044, 'Dag Lindqvist', '1 rope, 40 m'],
    [2045, 'Elif Kaya', '1 logbook, 2 pencils'], [2046, 'Finn Gallagher', '6 tea towels'],
    [2047, 'Grace Mbeki', '1 folding stool'], [2048, 'Hana Sato', '1 tide clock'],
    [2049, 'Ines Duarte', '4 beeswax candles'], [2050, 'Jonas Weber', '1 enamel pot'],
    [2051, 'Kaia Nilsen', '2 deck cushions'], [2052, 'Luc Moreau', '1 brass hook'],
  ].map(([number, customer, contents], i) => ({ number, customer, contents, status: 'waiting', held: false, minutes: 3 + 7 * i }));

  const placed = minutes => (minutes < 60 ? `${minutes} min ago` : `${Math.floor(minutes / 60)} h ago`);
  const acts = {
    pack: order => { order.status = 'packed'; },
    hold: order => { order.held = !order.held; },
    cancel: order => { orders = orders.filter(o => o !== order); },
  };

  const row = () => {
    const tr = document.getElementById('row').content.firstElementChild.cloneNode(true);
    for (const [name, act] of Object.entries(acts)) {
      tr.querySelector(`[data-do=${name}]`).addEventListener('click', event => {
        const order = orders[[...rows.children].indexOf(tr)];
        did(event, `${name}: ${order.number} ${order.customer}`);
        act(order);
        paint();
      });
    }
    return tr;
  };
  const paint = () => {
    while (rows.children.length < orders.length) rows.append(row());
    while (rows.children.length > orders.length) rows.lastElementChild.remove();
    orders.forEach((order, i) => {
      const tr = rows.children[i];
      const write = (name, text) => { tr.querySelector(`[data-is=${name}]`).textContent = text; };
      write('number', order.number);
      write('customer', order.customer);
      write('contents', order.contents);
      write('status', order.held ? 'on hold' : order.status);
      write('placed', placed(order.minutes));
      tr.querySelector('[data-is=status]').dataset.state = order.held ? 'held' : order.status;
      tr.querySelector('[data-do=pack]').disabled = order.status === 'packed';
      tr.querySelector('[data-do=hold]').setAttribute('aria-pressed', order.held);
    });
    document.getElementById('count').textContent = `${orders.length} orders`;
  };

  // A small generator of its own: the same seed gives the same run everywhere.
  let state = (Number(query.get('seed')) || 1) >>> 0;
  const random = n => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };

  const queue = {
    // rotate moves the last order to the front: every row shows another one.
    rotate() {
      orders = orders.slice(-1).concat(orders.slice(0, -1));
      paint();
    },
    shuffle() {
      for (let i = orders.length - 1; i > 0; i--) {
        const j = random(i + 1);
        [orders[i], orders[j]] = [orders[j], orders[i]];
      }
      paint();
    },
    // shipNext takes the first order away; its row shows the second one.
    shipNext() {
      orders = orders.slice(1);
      paint();
    },
    // renew keeps the order and replaces every row by a new one.
    renew() {
      rows.textContent = '';
      paint();
    },
    // live starts or stops the movement by itself.
    live(on) {
      live.checked = on;
      clearInterval(queue.timer);
      if (on) queue.timer = setInterval(queue.shuffle, every);
    },
    timer: 0,
    orders: () => orders.map(order => order.number),
  };
  window.queue = queue;

  for (const [id, act] of [['rotate', 'rotate'], ['shuffle', 'shuffle'], ['ship', 'shipNext'], ['renew', 'renew']]) {
    document.getElementById(id).addEventListener('click', event => {
      did(event, `queue: ${act}`);
      queue[act]();
    });
  }
  live.addEventListener('change', event => {
    did(event, `live: ${live.checked}`);
    queue.live(live.checked);
  });
  paint();
  queue.live(!query.has('freeze'));
})();
