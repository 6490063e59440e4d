// Counters: numbers that change by themselves while a record is the same. They
// are few on purpose: "4 bedrooms" and "Order 4" may be all that tells one
// record from the next, and a needless refusal costs less than a wrong click.
h => {
  'use strict';

  const digit = /\d/;
  const number = '\\d[\\d.,\u00a0\u202f]*[kKmM]?\\+?';
  // What is new or unread, in the languages of times.js.
  const fresh = 'new|unread|more|neue?[nrs]?|ungelesene?[nrs]?|weitere|nouve(?:aux?|lles?)|non lue?s?|nuev[oa]s?|sin leer|nuov[oiae]|non lett[oiae]|' +
    'nov[oa]s?|n\u00e3o lid[oa]s?|nieuwe?|ongelezen|\u043d\u043e\u0432[\u0430-\u044f]+|\u043d\u0435\u043f\u0440\u043e\u0447\u0438\u0442\u0430\u043d\u043d[\u0430-\u044f]+';
  const counter = new RegExp([
    '\\(\\d[\\d.,]*\\+?\\)', // Inbox (3)
    '\\d+:\\d\\d(?::\\d\\d)?', // 2:13
    '\\d+(?:[.,]\\d+)? ?%',
    '(?:\\d+ ?(?:h|hrs?|hours?|m|mins?|minutes?|s|secs?|seconds?)(?![a-z\u00c0-\u024f])[ ,]*){2,}', // 2h 13m
    `${number} (?:${fresh})(?![\\w\u00c0-\u024f\u0400-\u04ff])`,
    '\\d+ ?(?:\u4ef6|\u6761|\u689d|\u4e2a|\u500b|\u5c01|\u901a)?\u306e?(?:\u65b0\u7740|\u672a\u8aad|\u65b0|\u672a\u8bfb|\u672a\u8b80)',
  ].join('|'), 'g');

  // countless puts the same sign in the place of every such number.
  h.countless = text => digit.test(text) ? text.replace(counter, '#') : text;
}
