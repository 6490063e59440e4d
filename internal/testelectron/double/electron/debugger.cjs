'use strict'
// webContents.debugger: a protocol session to the page. Its errors, and that
// they carry no code, are those of shell/browser/api/electron_api_debugger.cc.

const { EventEmitter } = require('node:events')
const { world } = require('./world.cjs')

/** Domains of the browser, which a page's session has not. */
const ABSENT = /^(Browser|Fetch|SystemInfo|Tethering)\./
/** Target commands of a page's session; the others need the browser's. */
const TARGETS = new Set(['Target.setAutoAttach', 'Target.autoAttachRelated', 'Target.detachFromTarget', 'Target.getTargetInfo'])
/** What the program itself asks for is not asked about. */
const PROGRAMMED = new Set(['Page.navigate', 'Page.reload', 'Page.navigateToHistoryEntry'])

class Debugger extends EventEmitter {
  #contents
  #attachment = null // {early, session, id, children}
  #pending = new Set() // rejects of commands

  constructor (contents) {
    super()
    this.#contents = contents
  }

  isAttached () { return this.#attachment !== null }

  attach () {
    if (this.#attachment) throw new TypeError('Debugger is already attached to the target')
    if (this.#contents.isDestroyed()) throw new TypeError('No target available')
    // Measured of Electron (seed document of holdfast, section 4): a debugger that
    // comes before the first 'dom-ready' never answers.
    const early = !this.#contents._readied
    const attachment = { early, session: Promise.resolve(), id: '', children: new Set() }
    this.#attachment = attachment
    if (early) return
    const params = { targetId: this.#contents._target, flatten: true }
    attachment.session = world.send('Target.attachToTarget', params, undefined, ({ sessionId }) => {
      attachment.id = sessionId
      if (this.#attachment !== attachment) return this.#release(attachment)
      world.sessions.set(sessionId, (method, params) => this.#heard(attachment, method, params, ''))
    })
    attachment.session.catch(() => {})
  }

  /** Takes in an event of the page's session or of one below it. */
  #heard (attachment, method, params, sessionId) {
    if (method === 'Target.attachedToTarget') {
      const child = params.sessionId
      attachment.children.add(child)
      world.sessions.set(child, (method, params) => this.#heard(attachment, method, params, child))
    }
    this.emit('message', {}, method, params ?? {}, sessionId)
    if (method === 'Target.detachedFromTarget') {
      attachment.children.delete(params.sessionId)
      world.sessions.delete(params.sessionId)
    }
  }

  #release (attachment) {
    for (const session of [attachment.id, ...attachment.children]) world.sessions.delete(session)
    if (attachment.id) world.send('Target.detachFromTarget', { sessionId: attachment.id }).catch(() => {})
  }

  detach () {
    if (!this.#attachment) return
    this.#release(this.#attachment)
    this.#closed()
  }

  /** The page is gone. */
  _gone () {
    if (this.#attachment) this.#closed()
  }

  #closed () {
    this.#attachment = null
    for (const reject of [...this.#pending]) reject(new Error('target closed while handling command'))
    this.#pending.clear()
    // The reason is always this one, for one's own detach too.
    this.emit('detach', {}, 'target closed')
  }

  sendCommand (method, params = {}, sessionId = undefined) {
    const attachment = this.#attachment
    if (!attachment) return Promise.reject(new Error('No target available'))
    if (sessionId === '') return Promise.reject(new Error('Empty session id is not allowed'))
    if (ABSENT.test(method)) return Promise.reject(new Error(`'${method}' wasn't found`))
    if (method.startsWith('Target.') && !TARGETS.has(method)) return Promise.reject(new Error('Not allowed'))
    return new Promise((resolve, reject) => {
      const settle = done => value => {
        this.#pending.delete(reject)
        done(value)
      }
      this.#pending.add(reject)
      // A picture of a window that is not shown never comes either.
      if (attachment.early) return
      if (method === 'Page.captureScreenshot' && !this.#contents._painted) return
      attachment.session.then(() => {
        if (this.#attachment !== attachment) return
        // The browser's connection has the sessions of all pages, this one its own.
        if (sessionId && !attachment.children.has(sessionId)) throw new Error('Session with given id not found.')
        if (PROGRAMMED.has(method)) this.#contents._programs()
        return world.send(method, params, sessionId ?? attachment.id)
      }).then(settle(resolve), error => settle(reject)(new Error(error.message)))
    })
  }
}

module.exports = { Debugger }
