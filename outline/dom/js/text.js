// Text: runs of it within a block become one row each.
h => {
  'use strict';

  const S = h.STATE;
  const R = h.rows;
  const w = h.w;

  // textLimit is how many UTF-16 units of a run leave the page.
  const textLimit = 3000;
  const data = Object.getOwnPropertyDescriptor(CharacterData.prototype, 'data').get;

  let run = '';
  let first = null;
  let last = null;
  let inlineRow = -1; // the row of the inline link that ended last
  let inlineEnd = -1; // the number of rows then

  // covering is the name of the row above, where only what it lacks counts.
  w.covering = '';

  // A run of separators says nothing between the rows of a list of links.
  const separators = /^[\s|·•,.;:/\\–—\-()[\]›»«‹…"'“”‘’]*$/;

  w.beginText = () => {
    run = '';
    inlineEnd = -1;
    w.covering = '';
  };
  w.endText = () => {
    run = '';
    first = last = null;
  };

  // say adds a text node to the run.
  w.say = node => {
    const text = data.call(node);
    if (run === '') {
      // Most text nodes between elements are line breaks and indents.
      if (text.length < 100 && text.trim() === '') return;
      first = node;
    }
    run += text;
    last = node;
  };

  // space parts two pieces of a run.
  w.space = () => {
    if (run !== '') run += ' ';
  };

  // inlineEnded notes that the line may go on behind a row.
  w.inlineEnded = row => {
    inlineRow = row;
    inlineEnd = R.count();
  };

  // breakLine ends the run and the line.
  w.breakLine = () => {
    if (run !== '') w.flush();
    inlineEnd = -1;
  };

  // flush ends a run and makes its row, if an eye can see it.
  w.flush = () => {
    if (run === '') return;
    const text = h.limited(run, textLimit);
    run = '';
    if (text === '' || text.length < 8 && separators.test(text)) return;
    if (w.covering !== '' && w.covering.includes(text)) return;
    if (inlineEnd === R.count()) {
      // Behind a link the line goes on. A box of its own would cost more than
      // all else about this text.
      const i = w.add('text');
      write(i, text);
      R.copyBox(i, inlineRow);
      return;
    }
    const box = boxOfRun();
    if (box.width < 1 || box.height < 1 || w.unreachable(box)) return;
    const i = w.add('text');
    write(i, text);
    w.place(i, box);
  };

  const getter = (prototype, name) => Object.getOwnPropertyDescriptor(prototype, name).get;
  const firstChild = getter(Node.prototype, 'firstChild');
  const lastChild = getter(Node.prototype, 'lastChild');

  // boxOfRun gives the box of a run: that of the block whose only content it
  // is, which is the cheaper one to read, or of its text nodes.
  const boxOfRun = () => {
    const parent = h.parent(first);
    if (parent !== null && firstChild.call(parent) === first && lastChild.call(parent) === last && h.kind(parent) === 1) {
      const style = h.styleOf(parent);
      if (style.display !== 'contents' && style.textIndent[0] !== '-') return h.rect(parent);
    }
    w.range.setStart(first, 0);
    w.range.setEnd(last, length.call(last));
    const box = w.range.getBoundingClientRect();
    if (first === last || box.width >= 1 && box.height >= 1) return box;
    // A slot may join texts of two trees, which no range spans.
    w.range.selectNodeContents(first);
    return w.range.getBoundingClientRect();
  };
  const length = getter(CharacterData.prototype, 'length');

  const write = (i, text) => {
    R.setName(i, text);
    if (h.nameCut) R.setState(i, S.Truncated);
  };
}
