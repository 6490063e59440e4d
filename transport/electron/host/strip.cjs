'use strict'
// The tab strip: a page of the host's own, without any script.

/** Links of the strip lead here; .invalid never resolves (RFC 2606). */
const COMMANDS = 'https://strip.holdfast.invalid/'

const STYLE = `
  * { box-sizing: border-box }
  body { margin: 0; height: 100vh; display: flex; gap: 2px; padding: 4px 4px 0; overflow: hidden;
    font: 13px system-ui, sans-serif; background: #dfe3e8; color: #202428; user-select: none }
  div { display: flex; flex: 0 1 220px; min-width: 0; border-radius: 6px 6px 0 0; background: #c9d0d8 }
  div.active { background: #fff }
  a { color: inherit; text-decoration: none; padding: 7px 8px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis }
  a:first-child { flex: 1 }`

/** Text of a page, made harmless: no markup, no control or bidi characters, no half pairs. */
function escape (text) {
  return text
    .replace(/\p{Surrogate}/gu, ' ')
    .replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, ' ')
    .replace(/[&<>"']/g, c => `&#${c.charCodeAt(0)};`)
}

/**
 * The strip as a data: address.
 * @param {{id: string, title: string, active: boolean}[]} tabs
 */
function stripAddress (tabs) {
  const items = tabs.map(tab => {
    const title = escape(tab.title.slice(0, 200)) || 'New tab'
    return `<div class="${tab.active ? 'active' : ''}">` +
      `<a href="${COMMANDS}activate/${tab.id}" title="${title}">${title}</a>` +
      `<a href="${COMMANDS}close/${tab.id}" title="Close">×</a></div>`
  })
  const policy = "default-src 'none'; style-src 'unsafe-inline'"
  return 'data:text/html;charset=utf-8,' + encodeURIComponent(
    `<!doctype html><meta http-equiv="Content-Security-Policy" content="${policy}">` +
    `<title>Tabs</title><style>${STYLE}</style>${items.join('')}`)
}

/**
 * What a link of the strip asks for, or null.
 * @param {string} address
 * @returns {{action: string, tab: string} | null}
 */
function stripCommand (address) {
  if (!address.startsWith(COMMANDS)) return null
  const [action, tab] = address.slice(COMMANDS.length).split('/')
  return { action, tab }
}

module.exports = { stripAddress, stripCommand }
