// Geometry and small readings of elements that the walk needs in few places.
h => {
  'use strict';

  const { getter } = h;
  const scrollTop = getter(Element.prototype, 'scrollTop');
  const scrollLeft = getter(Element.prototype, 'scrollLeft');
  const scrollHeight = getter(Element.prototype, 'scrollHeight');
  const scrollWidth = getter(Element.prototype, 'scrollWidth');
  const clientHeight = getter(Element.prototype, 'clientHeight');
  const clientWidth = getter(Element.prototype, 'clientWidth');
  h.extents = { scrollTop, scrollLeft, scrollHeight, scrollWidth, clientHeight, clientWidth };
  const title = getter(Document.prototype, 'title');
  const url = getter(Document.prototype, 'URL');
  const documentElement = getter(Document.prototype, 'documentElement');

  h.titleOf = doc => title.call(doc);
  h.urlOf = doc => h.cut(url.call(doc), 4000);
  h.rootOf = doc => documentElement.call(doc);

  // focusedOf gives the element of a document that has the focus, inside of
  // shadow roots too; null when nothing has.
  h.focusedOf = doc => {
    let element = h.activeOf(doc);
    for (let root = element && h.shadowOf(element); root && root.activeElement; root = h.shadowOf(element)) {
      element = root.activeElement;
    }
    return element && h.is(element, ':focus') ? element : null;
  };

  // frameMap gives the way from coordinates of a frame's document to those of
  // the top viewport: what the frame element's box, its border and padding and
  // a scale of it or of what holds it make. A rotated frame is taken as the
  // rectangle around it.
  h.frameMap = (element, box, outer) => {
    const style = getComputedStyle(element);
    const sx = element.offsetWidth > 0 ? box.width / element.offsetWidth : 1;
    const sy = element.offsetHeight > 0 ? box.height / element.offsetHeight : 1;
    return {
      x: outer.x + (box.left + (element.clientLeft + parseFloat(style.paddingLeft)) * sx) * outer.sx,
      y: outer.y + (box.top + (element.clientTop + parseFloat(style.paddingTop)) * sy) * outer.sy,
      sx: sx * outer.sx,
      sy: sy * outer.sy,
    };
  };

  // reach gives the edges, in the document's viewport, beyond which nothing
  // can be scrolled into view. The far edges are left open: what leaves the
  // page there makes it longer.
  h.reach = doc => {
    const view = h.windowOf(doc);
    const { x, y } = h.viewBackward(doc);
    const top = y ? -Infinity : -view.scrollY;
    if (x) return { left: -Infinity, top, right: clientWidth.call(h.rootOf(doc)) - view.scrollX };
    return { left: -view.scrollX, top, right: Infinity };
  };

  // backward tells the axes along which a box begins at its far end, so that its
  // scroll positions run from 0 down to negative ones.
  h.backward = style => {
    const mode = style.writingMode;
    let inline = (style.direction === 'rtl') !== (mode === 'sideways-lr');
    let block = mode === 'vertical-rl' || mode === 'sideways-rl';
    const { display } = style;
    if (display === 'flex' || display === 'inline-flex') {
      const rows = style.flexDirection.startsWith('row');
      const main = style.flexDirection.endsWith('-reverse');
      const cross = style.flexWrap === 'wrap-reverse';
      inline = inline !== (rows ? main : cross);
      block = block !== (rows ? cross : main);
    }
    return mode === 'horizontal-tb' ? { x: inline, y: block } : { x: block, y: inline };
  };

  // viewBackward tells the same of the viewport of a document: it runs as the
  // body does.
  h.viewBackward = doc => {
    const element = h.bodyOf(doc) || h.rootOf(doc);
    if (!element) return { x: false, y: false };
    const { direction, writingMode } = getComputedStyle(element);
    return h.backward({ direction, writingMode, display: 'block' });
  };

  // scrolledFrom gives how far something is scrolled from its beginning, of all there
  // is to scroll, at a scroll position.
  h.scrolledFrom = (position, all, backward) => backward ? all + position : position;

  // scrollNote says how far a scroll container can be scrolled each way; ''
  // when it cannot, or is too small to be one. A line of text is high enough for
  // one that runs sideways.
  h.scrollNote = (element, style) => {
    const { overflowX, overflowY } = style;
    const runsDown = overflowY === 'auto' || overflowY === 'scroll';
    const runsAcross = overflowX === 'auto' || overflowX === 'scroll';
    if (!runsDown && !runsAcross) return '';
    const height = clientHeight.call(element);
    const width = clientWidth.call(element);
    if (height < 10 || width < 20) return '';
    const down = runsDown && height >= 20 ? scrollHeight.call(element) - height : 0;
    const across = runsAcross ? scrollWidth.call(element) - width : 0;
    if (down < 8 && across < 8) return '';
    const parts = [];
    const backward = h.backward(style);
    if (down >= 8) {
      const above = h.scrolledFrom(Math.round(scrollTop.call(element)), down, backward.y);
      parts.push(`${above} px above`, `${Math.max(0, down - above)} px below`);
    }
    if (across >= 8) {
      const before = h.scrolledFrom(Math.round(scrollLeft.call(element)), across, backward.x);
      parts.push(`${before} px left`, `${across - before} px right`);
    }
    return parts.join(', ');
  };

  // standIn gives the box to use for an element whose own is too thin to be
  // seen: its label's, for a field; its part of the image, for an area; its
  // stroke, for a line; what overflows it, for others. null when there is none.
  h.standIn = (element, tag, field) => {
    if (field) {
      const labels = element.labels;
      for (let i = 0; labels && i < labels.length; i++) {
        const box = h.rect(labels[i]);
        if (box.width > 1 && box.height > 1 && h.shown(labels[i])) return box;
      }
      return null;
    }
    if (tag === 'area') return h.around(h.boxesOf(element));
    const stroked = h.strokedBox(element);
    if (stroked !== null) return stroked;
    if (getComputedStyle(element).overflowY !== 'visible') return null;
    const range = h.rangeIn(h.docOf(element));
    range.selectNodeContents(element);
    const box = range.getBoundingClientRect();
    return box.width > 1 && box.height > 1 ? box : null;
  };

  // Most links have an address that resolves to itself but for what stands
  // before it; to resolve it natively costs more than to read it. A path lies
  // below the origin of the document's base, a fragment behind the base.
  const plain = {
    '/': /^\/(?:[\w\-~%!$&'()*+,;=:@]|\/(?!\/|\.)|\.(?!\.?\/))*(?:[?#][\w\-.~%!$&()*+,;=:@/?#]*)?$/,
    '#': /^#[\w\-.~%!$&()*+,;=:@/?]+$/,
    h: /^https?:\/\/[a-z0-9.-]+\/(?:[\w\-~%!$&'()*+,;=:@]|\/(?!\.)|\.(?!\.?\/))*(?:[?#][\w\-.~%!$&()*+,;=:@/?#]*)?$/,
  };

  // address gives where a link leads, '' for one that leads nowhere. The base
  // is left out (see plain).
  h.address = element => {
    let raw = h.attr(element, 'href');
    if (raw === null) raw = h.attr(element, 'xlink:href');
    if (raw === null || raw === '' || raw === '#') return '';
    // A data: address may have megabytes.
    if (raw.length > 1000) return h.cut(raw, 500);
    const pattern = plain[raw[0]];
    if (pattern !== undefined && pattern.test(raw)) return raw;
    if (/^\s*javascript:/i.test(raw)) return '';
    return h.cut(typeof element.href === 'string' ? element.href : raw, 1000);
  };

  const baseURI = getter(Node.prototype, 'baseURI');
  // baseOf gives the address, without a fragment, that short addresses of a
  // document are relative to.
  h.baseOf = doc => h.cut(baseURI.call(doc).split('#', 1)[0], 4000);

  const formats = Object.assign(Object.create(null), {
    date: 'date, YYYY-MM-DD', time: 'time, HH:MM', month: 'month, YYYY-MM', week: 'week, YYYY-Www',
    'datetime-local': 'date and time, YYYY-MM-DDTHH:MM', color: 'color, #rrggbb',
  });

  // note says what the words of a page do not: how a field wants its value, how
  // many options there are, how large a canvas is.
  h.note = (element, tag) => {
    switch (tag) {
      case 'select': return element.length === 1 ? '1 option' : `${element.length} options`;
      case 'canvas': return `${clientWidth.call(element)}×${clientHeight.call(element)}`;
      case 'video': case 'audio': {
        const all = element.duration;
        return (element.paused ? 'paused' : 'playing') + (all > 0 && all < Infinity ? `, ${clock(element.currentTime)} of ${clock(all)}` : '');
      }
      case 'input': {
        const type = element.type;
        if (formats[type]) return formats[type];
        if (type === 'file') return 'file';
        if (type !== 'range' && type !== 'number') return '';
        const min = element.min || (type === 'range' ? '0' : '');
        const max = element.max || (type === 'range' ? '100' : '');
        if (min === '' && max === '') return '';
        return h.cut(min === '' ? `at most ${max}` : max === '' ? `at least ${min}` : `${min} to ${max}`, 60);
      }
    }
    return '';
  };
  const clock = seconds => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
}
