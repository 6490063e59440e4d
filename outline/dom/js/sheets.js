// Style sheets: whether any of them adds text to elements. To ask every
// element for its ::before and ::after costs more than all else about a plain
// link, so the sheets are asked first.
h => {
  'use strict';

  const verdicts = new WeakMap(); // by sheet: { rules, speaks }
  const closed = {}; // the verdict on a sheet of another origin: nobody may look

  const styleSheets = Object.getOwnPropertyDescriptor(Document.prototype, 'styleSheets').get;
  const adopted = Object.getOwnPropertyDescriptor(Document.prototype, 'adoptedStyleSheets');

  // A value of content that is a text; pictures, counters and the empty string
  // add nothing that is read.
  const says = /"(?!")|'(?!')|attr\(|var\(/;

  // Rules that one read looks at; what is left is taken to speak until the
  // next reads have come that far.
  const mostRules = 2000;
  let looked = 0;
  let guessed = false;
  let sure = false;
  h.onRead.push(() => {
    looked = 0;
    sure = h.w.silent = false;
  });

  const speaks = rules => {
    looked += rules.length;
    for (let i = 0; i < rules.length; i++) {
      const rule = rules[i];
      const style = rule.style;
      if (style && says.test(style.content)) return true;
      if (rule.cssRules && rule.cssRules.length > 0 && speaks(rule.cssRules)) return true;
      if (rule.styleSheet && sheetSpeaks(rule.styleSheet)) return true;
    }
    return false;
  };

  const sheetSpeaks = sheet => {
    if (sheet.disabled) return false;
    const known = verdicts.get(sheet);
    if (known === closed) return true;
    let rules;
    try {
      rules = sheet.cssRules;
    } catch {
      verdicts.set(sheet, closed);
      return true;
    }
    if (known && known.rules === rules.length) return known.speaks;
    if (looked + rules.length > mostRules && rules.length > 0 && looked > 0) return true;
    const verdict = { rules: rules.length, speaks: speaks(rules) };
    verdicts.set(sheet, verdict);
    return verdict.speaks;
  };

  // enterSheets is told of each document that a read enters.
  h.enterSheets = doc => {
    h.w.silent = true;
    const sheets = styleSheets.call(doc);
    const more = adopted ? adopted.get.call(doc) : [];
    if (doc === document && sheets.length + more.length !== sheetCount) {
      sheetCount = sheets.length + more.length;
      memo.clear();
      asked = 0;
    }
    for (let i = 0; i < sheets.length; i++) {
      if (sheetSpeaks(sheets[i])) h.w.silent = false;
    }
    for (let i = 0; i < more.length; i++) {
      if (sheetSpeaks(more[i])) h.w.silent = false;
    }
  };

  // Where sheets do speak or cannot be read, elements are asked one by one.
  // When many were, those of a tag and class of which a few had nothing are
  // taken to have nothing, until the number of sheets changes. So a word may be
  // missing that a rule adds to some of them only (by state, by what is around
  // them), where nobody may read the rule; but not the only word of a name:
  // that is asked for again with h.surely.
  const exact = 200;
  const samples = 3;
  const memo = new Map();
  let sheetCount = 0;
  let asked = 0;

  // mayGenerate tells whether ::before and ::after of an element are worth a
  // look. Outside of a walk they always are.
  h.mayGenerate = (element, tag) => {
    if (h.w.silent && !h.w.foreign) return false;
    if (!h.reading() || asked < exact) {
      asked++;
      return true;
    }
    const seen = memo.get(keyOf(element, tag));
    if (seen === undefined || seen < samples) return true;
    guessed = true;
    return sure;
  };
  h.guessAgain = () => {
    guessed = false;
  };
  h.guessed = () => guessed;
  h.surely = on => {
    sure = on;
  };

  // generated reports what a look at an element found.
  h.generated = (element, tag, found) => {
    if (memo.size > 5000) memo.clear();
    const key = keyOf(element, tag);
    if (found) memo.set(key, -Infinity);
    else memo.set(key, (memo.get(key) || 0) + 1);
  };

  const keyOf = (element, tag) => {
    const name = h.attr(element, 'class');
    return name === null ? tag : `${tag}.${name}`;
  };
}
