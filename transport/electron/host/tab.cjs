'use strict'
// A tab: a view with its page, and the DevTools messages to and from the page.

const { Failure, within } = require('./failure.cjs')

/** What pages may never have: the host is a browser, not an application. */
const PREFERENCES = Object.freeze({
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInSubFrames: false,
  nodeIntegrationInWorker: false,
  sandbox: true,
  webSecurity: true,
  webviewTag: false,
  navigateOnDragDrop: false,
  backgroundThrottling: false // a tab that is not on top goes on as agents expect
})

/**
 * Codes of errors that the host itself puts into DevTools messages. Chrome has
 * none of them.
 */
const CODES = Object.freeze({ late: -32091, away: -32092, unseen: -32093, long: -32094 })

/** How long 'devtools-opened' may take before the debugger goes back anyway. */
const DEVTOOLS_MS = 5000

/**
 * What a tab needs from its host.
 * @typedef {object} TabHost
 * @property {import('./shell.cjs').Shell} shell
 * @property {number} commandMs
 * @property {(event: object) => void} tell
 * @property {(tab: string, message: object) => boolean} carry a DevTools message to the client; false: it was too long
 * @property {(contents: Electron.WebContents, tab: Tab) => void} guard
 * @property {(tab: Tab) => void} gone
 */

class Tab {
  #ready
  #title = ''
  #address = 'about:blank'
  // The one debugger of a page and what this host knows of it. An end of the
  // connection always says 'target closed', one's own detach too, so that only
  // a flag tells the two apart.
  #streaming = false
  #leaving = false
  #away = null // the timer that ends being away for DevTools
  #stream = 0 // counts streams: an answer to a former one is nobody's
  #pending = new Map() // of commands: how to settle them
  #closed = false

  /**
   * @param {TabHost} host
   * @param {{id: string, opener?: string, view: Electron.WebContentsView, bare: boolean}} made
   *   bare: a script opened it without an address, so that it loads none
   */
  constructor (host, { id, opener, view, bare }) {
    this.host = host
    this.id = id
    this.opener = opener
    this.view = view
    // view.webContents is undefined once the page is gone.
    this.contents = view.webContents
    this.#ready = this.#whenReady(bare)
    this.#watch()
    host.guard(this.contents, this)
  }

  /** What the client is told of the tab. */
  describe () {
    return {
      id: this.id,
      ...(this.opener && { opener: this.opener }),
      url: this.#address,
      title: this.#title,
      active: this.host.shell.active === this
    }
  }

  /**
   * The first document is there. To attach earlier hangs the first command for
   * ever; and a page that never loads anything never has one, which is why a
   * tab of ours always loads an address. A window that a script opened without
   * an address loads none, but has the process of its opener: it is ready when
   * that answers.
   */
  #whenReady (bare) {
    return new Promise(resolve => {
      this.contents.once('dom-ready', resolve)
      this.contents.once('did-fail-load', resolve)
      this.contents.once('destroyed', resolve)
      if (bare) {
        setImmediate(() => {
          if (!this.#closed) this.contents.mainFrame.executeJavaScript('0').then(resolve, () => {})
        })
      }
    })
  }

  #watch () {
    const { contents } = this
    const changed = () => {
      if (this.#closed) return
      const [address, title] = [contents.getURL() || 'about:blank', contents.getTitle()]
      if (address === this.#address && title === this.#title) return
      this.#address = address
      this.#title = title
      this.host.tell({ event: 'tab_changed', tab: this.describe() })
      this.host.shell.changed()
    }
    contents.on('page-title-updated', () => setImmediate(changed)) // getTitle says the old one until then
    contents.on('did-navigate', changed)
    contents.on('did-navigate-in-page', changed)
    contents.on('dom-ready', changed)
    contents.on('devtools-opened', () => {
      this.host.tell({ event: 'takeover', tab: { id: this.id }, active: true })
      this.#back()
    })
    contents.on('devtools-closed', () => {
      this.host.tell({ event: 'takeover', tab: { id: this.id }, active: false })
      this.#back()
    })
    contents.on('will-attach-webview', event => event.preventDefault())
    contents.once('destroyed', () => this.#end())
    contents.debugger.on('message', (event, method, params, sessionId) => {
      if (!this.#streaming || this.#away) return
      const message = sessionId ? { method, params, sessionId } : { method, params }
      if (!this.host.carry(this.id, message)) {
        // What the client has not got it cannot ask for: better no stream than one with a hole.
        this.#lose(`the event ${method} is longer than a line may be`)
      }
    })
    contents.debugger.on('detach', (event, reason) => {
      if (this.#leaving) return
      const stream = this.#stream
      setImmediate(() => { // a page that closes says so first, and is told of as that
        if (this.#streaming && this.#stream === stream) this.#lose(`the debugger of the page went: ${reason}`)
      })
    })
  }

  /** Begins the stream of DevTools messages. */
  async attach () {
    if (this.#streaming) throw new Failure('refused', `the tab ${this.id} has a stream already, and a page has one debugger`)
    this.#streaming = true
    const stream = ++this.#stream
    try {
      await within(this.host.commandMs, this.#ready, 'the page has no document yet')
      if (this.#closed) throw new Failure('not_found', `the tab ${this.id} was closed`)
      // Ended, or away for DevTools, while it waited.
      if (stream === this.#stream && this.#streaming && !this.#away) this.#link()
    } catch (error) {
      if (stream === this.#stream) this.#streaming = false
      throw error
    }
  }

  #link () {
    try {
      if (!this.contents.debugger.isAttached()) this.contents.debugger.attach('1.3')
    } catch (error) {
      throw new Failure('refused', `the page takes no debugger: ${error.message}`)
    }
  }

  #unlink () {
    this.#leaving = true
    try {
      if (!this.#closed && this.contents.debugger.isAttached()) this.contents.debugger.detach()
    } finally {
      this.#leaving = false
    }
  }

  /** Ends the stream. */
  detach () {
    if (!this.#streaming) return
    this.#streaming = false
    this.#stream++
    this.#stay()
    this.#drop()
    this.#unlink()
  }

  /** The stream ended by itself. */
  #lose (message) {
    this.detach()
    this.host.tell({ event: 'detached', tab: { id: this.id }, message })
  }

  /**
   * Sends a DevTools message of the client to the page and carries the answer
   * back, within the time limit: sendCommand has none of its own.
   * @param {{id: number, method: string, params?: object, sessionId?: string}} message
   */
  command ({ id, method, params, sessionId }) {
    const answer = outcome => {
      const reply = { id, ...outcome, ...(sessionId && { sessionId }) }
      if (this.host.carry(this.id, reply)) return
      this.host.carry(this.id, { ...reply, result: undefined, error: { code: CODES.long, message: `the answer to ${method} is longer than a line may be` } })
    }
    const fail = (code, text) => answer({ error: { code, message: text } })
    if (!this.#streaming) return fail(-32000, `the tab ${this.id} has no stream`)
    if (this.#away) return fail(CODES.away, 'the debugger is away for a moment, for DevTools')
    if (method === 'Page.captureScreenshot' && !this.host.shell.seen()) {
      return fail(CODES.unseen, 'no picture: the window is hidden or minimised')
    }
    if (method === 'Page.bringToFront' && !sessionId) {
      this.host.shell.activate(this) // which the protocol knows nothing of
      return answer({ result: {} })
    }
    const key = Symbol(method)
    const settle = outcome => {
      if (!this.#pending.delete(key)) return
      clearTimeout(timer)
      answer(outcome)
    }
    const timer = setTimeout(() => {
      settle({ error: { code: CODES.late, message: `${method}: timed out in the window host` } })
    }, this.host.commandMs)
    this.#pending.set(key, { method, settle, timer })
    // An empty session id is an error there, a missing argument is not.
    const sent = sessionId
      ? this.contents.debugger.sendCommand(method, params ?? {}, sessionId)
      : this.contents.debugger.sendCommand(method, params ?? {})
    sent.then(
      result => settle({ result: result ?? {} }),
      error => settle({ error: { code: codeOf(error.message), message: error.message || `${method} failed` } }))
  }

  /** The window is hidden or minimised: pictures that were asked for never come. */
  unseen () {
    for (const { method, settle } of [...this.#pending.values()]) {
      if (method !== 'Page.captureScreenshot') continue
      settle({ error: { code: CODES.unseen, message: 'no picture: the window was hidden or minimised' } })
    }
  }

  /** Forgets all commands; nobody waits for them. */
  #drop () {
    for (const { timer } of this.#pending.values()) clearTimeout(timer)
    this.#pending.clear()
  }

  /**
   * Opens DevTools. While the debugger is attached that fails without a word;
   * once they are open, a second client is welcome. So it leaves, opens them,
   * and comes back inside 'devtools-opened'.
   */
  openDevTools () {
    if (this.contents.isDevToolsOpened() || this.#away) return
    if (this.#streaming) {
      this.#away = setTimeout(() => this.#back(), DEVTOOLS_MS) // or no page would ever be reached again
      for (const { method, settle } of [...this.#pending.values()]) {
        settle({ error: { code: CODES.away, message: `${method}: the debugger went for a moment, for DevTools` } })
      }
      this.#unlink()
    }
    this.contents.openDevTools({ mode: 'detach' })
  }

  closeDevTools () { this.contents.closeDevTools() }

  /** Ends being away. */
  #back () {
    if (!this.#away) return
    this.#stay()
    try {
      this.#link()
    } catch (error) {
      this.#lose(error.message)
      return
    }
    // No domain is enabled now and no child session exists.
    this.host.tell({ event: 'reattached', tab: { id: this.id } })
  }

  #stay () {
    clearTimeout(this.#away)
    this.#away = null
  }

  /** Closes the tab; no 'beforeunload' of the page keeps it open. */
  close () {
    if (this.#closed) return
    this.contents.close({ waitForBeforeUnload: false })
  }

  #end () {
    if (this.#closed) return
    this.#closed = true
    this.#streaming = false
    this.#stay()
    this.#drop()
    this.host.gone(this)
  }
}

/** The code of an error whose message is all that sendCommand gives. */
function codeOf (message) {
  if (/^Session with given id not found/.test(message)) return -32001
  if (/^'.*' wasn't found$/.test(message)) return -32601
  if (/^Invalid parameters/.test(message)) return -32602
  if (message === 'Internal error') return -32603
  return -32000
}

module.exports = { Tab, PREFERENCES, CODES }
