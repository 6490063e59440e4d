'use strict'
// What pages are kept from: other schemes than http and https, addresses that
// the lists forbid, and every permission.

const { Sites } = require('./sites.cjs')

const DOCUMENTS = new Set(['mainFrame', 'subFrame'])

/**
 * Holds all pages of a session to the lists of the client.
 */
class Guard {
  #session
  #blocked
  sites = new Sites(null)
  #whose = new Map() // id of a WebContents to its tab

  /**
   * @param {Electron.Session} session
   * @param {(blocked: {tab: string, kind: string, url: string, reason: string, rule: string}) => void} blocked
   */
  constructor (session, blocked) {
    this.#session = session
    this.#blocked = blocked
    session.setPermissionRequestHandler((contents, permission, callback) => callback(false))
    session.setPermissionCheckHandler(() => false)
    session.setDevicePermissionHandler(() => false)
    // Without an answer a download asks a person where to, in a window of its own.
    session.on('will-download', event => event.preventDefault())
  }

  /** Takes new lists; throws where a rule is none. */
  apply (lists) {
    this.sites = new Sites(lists)
    const { webRequest } = this.#session
    if (!this.sites.active) {
      webRequest.onBeforeRequest(null) // costs nothing without a list
    } else if (this.sites.strict) {
      webRequest.onBeforeRequest((details, callback) => callback({ cancel: !this.#lets(details) }))
    } else {
      const filter = { urls: ['<all_urls>'], types: [...DOCUMENTS] }
      webRequest.onBeforeRequest(filter, (details, callback) => callback({ cancel: !this.#lets(details) }))
    }
  }

  /**
   * Judges a request that the session is about to make. Every hop of a redirect
   * comes here anew.
   */
  #lets (details) {
    const document = DOCUMENTS.has(details.resourceType)
    if (!document && !this.sites.strict) return true
    const tab = this.#whose.get(details.webContentsId)
    // DevTools have addresses of their own, and are none of our tabs.
    if (!tab && details.url.startsWith('devtools://')) return true
    const verdict = this.sites.check(details.url)
    if (verdict.allowed) return true
    const kind = { mainFrame: 'document', subFrame: 'frame' }[details.resourceType] ?? 'request'
    this.#note(tab, kind, verdict)
    return false
  }

  #note (tab, kind, verdict) {
    this.#blocked({ tab: tab?.id ?? '', kind, url: verdict.address, reason: verdict.reason, rule: verdict.rule })
  }

  /**
   * Watches where a page wants to go. What is stopped here leaves the page where
   * it was; what the session stops brings the browser's own error page. So a
   * frame is left to the session: its old document must not be read in the
   * forbidden one's stead.
   *
   * @param {Electron.WebContents} contents
   * @param {import('./tab.cjs').Tab} tab
   */
  watch (contents, tab) {
    this.#whose.set(contents.id, tab)
    contents.once('destroyed', () => this.#whose.delete(contents.id))
    const judge = (event, address, main) => {
      const verdict = this.sites.check(address)
      if (verdict.allowed) return
      if (!main && (verdict.reason === 'blocked' || verdict.reason === 'not_listed')) return
      event.preventDefault()
      this.#note(tab, main ? 'document' : 'frame', verdict)
    }
    contents.on('will-frame-navigate', event => judge(event, event.url, event.isMainFrame))
    contents.on('will-redirect', event => judge(event, event.url, event.isMainFrame))
  }

  /** Judges the address of a popup before it exists. */
  letsOpen (tab, address) {
    if (address === '') return true
    const verdict = this.sites.check(address)
    if (!verdict.allowed) this.#note(tab, 'popup', verdict)
    return verdict.allowed
  }
}

module.exports = { Guard }
