// Times: "2 min ago" is the same thing a minute later, so identities do not
// count relative times. Absolute ones and single words ("today") stand: they
// may be all that tells one day's row from the next.
h => {
  'use strict';

  // says finds a letter or a digit. Unicode's own classes would take a browser
  // milliseconds to build.
  h.says = /[0-9A-Za-z\u00aa\u00b5\u00ba\u00c0-\u1fff\u2c00-\u2dff\u3040-\ud7ff\uf900-\ufdff\ufe70-\ufefc\uff10-\uffdc]/;

  // Units of time by language.
  const unit = {
    en: 's|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|wks?|weeks?|mos?|months?|y|yrs?|years?',
    de: 'sek\\.?|sekunden?|min\\.?|minuten?|std\\.?|stunden?|tag(?:en)?|wochen?|monat(?:en)?|jahr(?:en)?',
    fr: 'secondes?|s|minutes?|min\\.?|heures?|h|jours?|j|semaines?|mois|ans?|ann\u00e9es?',
    es: 'segundos?|s|minutos?|min\\.?|horas?|h|d\u00edas?|d|semanas?|mes(?:es)?|a\u00f1os?',
    it: 'second[oi]|minut[oi]|min\\.?|or[ae]|giorn[oi]|settiman[ae]|mes[ei]|ann[oi]',
    pt: 'segundos?|minutos?|min\\.?|horas?|h|dias?|semanas?|m\u00eas|meses|anos?',
    nl: 'seconden?|minuut|minuten|min\\.?|uur|uren|dag(?:en)?|we(?:ek|ken)|maand(?:en)?|ja(?:ar|ren)',
    ru: '\u0441\u0435\u043a(?:\u0443\u043d\u0434[\u0430-\u044f]*|\\.)?|\u043c\u0438\u043d(?:\u0443\u0442[\u0430-\u044f]*|\\.)?|\u0447(?:\u0430\u0441[\u0430-\u044f]*|\\.)?|\u0434(?:\u0435\u043d\u044c|\u043d\u044f|\u043d\u0435\u0439)|\u043d\u0435\u0434\u0435\u043b[\u0430-\u044f]*|\u043c\u0435\u0441\u044f\u0446[\u0430-\u044f]*|\u043b\u0435\u0442|\u0433\u043e\u0434[\u0430-\u044f]*',
  };
  // Classes of Unicode properties take a browser many milliseconds to build,
  // so letters are what the languages here are written in.
  const letter = '[\\w\u00c0-\u024f\u0400-\u04ff]';
  const number = '(?:\\d+(?:[.,]\\d+)?\\+?)';
  const ago = new RegExp(`(?<!${letter})(?:` + [
    `(?:(?:about|over|almost|less than|more than) )?(?:${number}|an?|one|a few|few|several) ?(?:${unit.en}) ago`,
    'just now|right now|moments? ago|a moment ago|a while ago',
    `vor (?:etwa )?(?:${number}|einer|einem|wenigen|ein paar) ?(?:${unit.de})|gerade eben|soeben`,
    `il y a (?:environ )?(?:${number}|une?|quelques) ?(?:${unit.fr})|\u00e0 l['\u2019]instant`,
    `hace (?:unos |unas )?(?:${number}|una?|un)? ?(?:${unit.es})|ahora mismo`,
    `(?:${number}|una?|un|pochi) ?(?:${unit.it}) fa`,
    `h\u00e1 (?:cerca de )?(?:${number}|uma?|poucos) ?(?:${unit.pt})(?: atr\u00e1s)?|(?:${number}|uma?) ?(?:${unit.pt}) atr\u00e1s`,
    `(?:${number}|een) ?(?:${unit.nl}) geleden`,
    `(?:${number} ?)?(?:${unit.ru}) \u043d\u0430\u0437\u0430\u0434|\u0442\u043e\u043b\u044c\u043a\u043e \u0447\u0442\u043e`,
  ].join('|') + `)(?!${letter})|` + [
    '(?:\\d+|[\u4e00\u4e8c\u4e09\u56db\u4e94\u516d\u4e03\u516b\u4e5d\u5341\u4e24\u5169\u51e0\u5e7e\u6570\u534a]+) ?(?:\u79d2|\u5206\u949f|\u5206\u9418|\u5206|\u5c0f\u65f6|\u5c0f\u6642|\u4e2a\u5c0f\u65f6|\u500b\u5c0f\u6642|\u6642\u9593|\u5929|\u65e5|\u5468|\u9031|\u9031\u9593|\u661f\u671f|\u4e2a\u661f\u671f|\u500b\u661f\u671f|\u4e2a\u6708|\u500b\u6708|\u304b\u6708|\u30f6\u6708|\u30ab\u6708|\u6708|\u5e74)(?:\u949f|\u9418)? ?(?:\u4ee5|\u4e4b)?\u524d',
    '\u521a\u521a|\u525b\u525b|\u521a\u624d|\u305f\u3063\u305f\u4eca|\u305f\u3060\u4eca',
    '\\d+ ?(?:\ucd08|\ubd84|\uc2dc\uac04|\uc77c|\uc8fc|\uac1c\uc6d4|\ub2ec|\ub144) ?\uc804|\ubc29\uae08(?: \uc804)?',
  ].join('|'), 'gi');
  // Short forms ("5 min", "3h") are times where a dot sets them off.
  const short = /(?<=[\u00b7\u2022\u2219|] ?)\d+ ?(?:s|m|min|h|d|w|mo|y)(?![\w\u00c0-\u024f])/gi;
  // hint is a quick look whether any of it may be there.
  const hint = /\bago\b|\bnow\b|\b[Vv]or [\dewp]|eben|\b[Ii]l y a|instant|\b[Hh]ace |\bahora|[a-z] fa\b|h\u00e1 |atr\u00e1s|geleden|\u043d\u0430\u0437\u0430\u0434|\u0442\u043e\u043b\u044c\u043a\u043e|\u524d|\u521a|\u525b|\u305f\u3063\u305f|\u305f\u3060|\uc804|\ubc29\uae08|[\u00b7\u2022\u2219|] ?\d|moment/;
  const clock = '\u231a';

  // timeless puts the same sign in the place of every relative time.
  h.timeless = text => hint.test(text) ? text.replace(ago, clock).replace(short, clock) : text;
  // timeOff takes these signs away.
  h.timeOff = text => text.replaceAll(clock, '');
}
