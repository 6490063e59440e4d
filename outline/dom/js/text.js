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

  // A read for running text (w.running) tells lines from each other: lineEnd is
  // the number of rows as long as the line goes on, parted says that there was
  // white space since the last one.
  let lineEnd = -1;
  let parted = false;
  const longText = 200000;
  const INLINE = 1, GLUED = 2; // outline.Flow

  // covering is the name of the row above, where only what it lacks counts.
  w.covering = '';

  // A run of separators says nothing between the rows of a list of links.
  const separators = /^[\s|·•,.;:/\\–—\-()[\]›»«‹…"'“”‘’]*$/;

  w.beginText = () => {
    run = '';
    inlineEnd = lineEnd = -1;
    w.covering = '';
  };
  w.endText = () => {
    run = '';
    first = last = null;
  };

  // say adds a text node to the run.
  w.say = node => {
    const text = data.call(node);
    if (w.running && preserved(node)) {
      sayLines(node, text);
      return;
    }
    if (run === '') {
      // Most text nodes between elements are line breaks and indents.
      if (text.length < 100 && text.trim() === '') {
        parted = true;
        return;
      }
      first = node;
    }
    run += text;
    last = node;
  };

  // space parts two pieces of a run.
  w.space = () => {
    if (run !== '') run += ' ';
  };

  // newLine is a line break within a text.
  w.newLine = () => {
    if (w.running) w.breakLine();
    else w.space();
  };

  // preserved tells whether white space and line breaks of a text are shown.
  const preserved = node => {
    const parent = h.parentOf(node);
    return parent !== null && /^(?:pre|break-spaces)/.test(h.styleOf(parent).whiteSpace);
  };

  // sayLines makes a row of each line; its value is the line as it stands.
  const sayLines = (node, text) => {
    const lines = text.split('\n');
    for (let i = 0; i < lines.length; i++) {
      if (i > 0) w.breakLine();
      if (lines[i] === '') continue;
      if (run === '') {
        first = node;
        kept = '';
      }
      run += lines[i];
      kept += lines[i];
      last = node;
    }
  };
  let kept = ''; // what of the run is preserved

  // join notes whether a row that was just made stands on the line of the row
  // before it, and whether white space is in between.
  w.join = (i, spaced) => {
    if (w.running && lineEnd === i && !/cell|head/.test(R.roleOf(i))) R.setFlow(i, spaced || parted ? INLINE : GLUED);
  };

  // goOn notes that the line may go on behind the rows so far.
  w.goOn = spaced => {
    lineEnd = R.count();
    parted = spaced;
  };

  // inlineEnded notes that the line may go on behind a row.
  w.inlineEnded = row => {
    inlineRow = row;
    inlineEnd = R.count();
  };

  // breakLine ends the run and the line.
  w.breakLine = () => {
    if (run !== '') w.flush();
    inlineEnd = lineEnd = -1;
  };

  // flush ends a run and makes its row, if an eye can see it.
  w.flush = () => {
    if (run === '') return;
    const said = run;
    const text = h.limited(run, w.running ? longText : textLimit);
    run = '';
    if (text === '' || !w.running && text.length < 8 && separators.test(text)) return;
    if (w.covering !== '' && w.covering.includes(text)) return;
    if (w.running) {
      runningText(said, text);
      return;
    }
    if (inlineEnd === R.count() && w.near === null && !R.justAbove(inlineRow, w.clip.top)) {
      // Behind a link the line goes on, and a box of its own would cost more than
      // all else about this text (a tenth of a read). It matters where a rectangle
      // is to be cut out, and where the text of a link above the viewport may
      // reach into that.
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

  // runningText makes the row of a run for who reads on, lone full stops and all.
  const runningText = (said, text) => {
    const box = boxOfRun();
    if (box.width < 1 || box.height < 1 || w.unreachable(box)) return;
    const i = w.add('text');
    write(i, text);
    if (kept === said) R.setValue(i, said.isWellFormed() ? said : said.toWellFormed());
    w.place(i, box);
    w.join(i, /^\s/.test(said));
    w.goOn(/\s$/.test(said));
    kept = '';
  };

  const { getter } = h;
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
