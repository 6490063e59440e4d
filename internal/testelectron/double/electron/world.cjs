'use strict'
// What all pages of the double share: the browser, which target is whose, and
// the requests that are held back.

const { EventEmitter } = require('node:events')
const { Chromium } = require('./chromium.cjs')

/** Fetch's names of resource types, in webRequest's words. */
const TYPES = {
  Stylesheet: 'stylesheet', Script: 'script', Image: 'image', Font: 'font', XHR: 'xhr', Fetch: 'xhr', Ping: 'ping',
  CSPViolationReport: 'cspReport', Media: 'media', WebSocket: 'webSocket'
}

class World extends EventEmitter {
  contents = new Map() // by target
  sessions = new Map() // by protocol session: who takes its events
  frames = new Map() // by frame: the WebContents that it is in
  #held = new Map() // sessions of targets of which only createTarget's reply can say whose they are
  #creating = 0
  #listener = null
  #filter = null

  async start (profile) {
    this.chromium = new Chromium(profile)
    this.chromium.on('event', event => this.#dispatch(event))
    this.chromium.on('gone', () => this.emit('gone'))
    const version = this.chromium.send('Browser.getVersion')
    this.chromium.send('Target.setDiscoverTargets', { discover: true })
    // Pages only: frames and workers are the business of who asks for them.
    await this.chromium.send('Target.setAutoAttach', {
      autoAttach: true, waitForDebuggerOnStart: true, flatten: true, filter: [{ type: 'page' }, { exclude: true }]
    })
    await this.#fetch()
    this.chromium.send('Browser.setDownloadBehavior', { behavior: 'deny' }).catch(() => {})
    return (await version).product.split('/')[1]
  }

  send (method, params, sessionId, atOnce) { return this.chromium.send(method, params, sessionId, atOnce) }

  #dispatch ({ method, params, sessionId }) {
    if (sessionId) return this.sessions.get(sessionId)?.(method, params, sessionId)
    switch (method) {
      case 'Target.attachedToTarget':
        // The sessions that the double opens itself do not wait.
        if (params.waitingForDebugger) this.#arrived(params)
        break
      case 'Target.targetInfoChanged':
        this.contents.get(params.targetInfo.targetId)?._info(params.targetInfo)
        break
      case 'Target.targetDestroyed':
        this.#held.delete(params.targetId)
        this.contents.get(params.targetId)?._destroyed()
        break
      case 'Fetch.requestPaused':
        this.#paused(params)
    }
  }

  /** A page target is there, and stands still. */
  #arrived ({ sessionId, targetInfo }) {
    const opener = this.contents.get(targetInfo.openerId)
    if (opener) return opener._opened(targetInfo.targetId, sessionId)
    this.#held.set(targetInfo.targetId, sessionId)
    this.#strays()
  }

  /**
   * Targets that nobody made and that have no opener are of links that were
   * clicked with Control or the middle button.
   */
  #strays () {
    if (this.#creating > 0) return
    for (const [targetId, sessionId] of this.#held) {
      const opener = [...this.contents.values()].find(contents => contents._wants)
      if (opener) opener._opened(targetId, sessionId)
      else this.discard(targetId, sessionId)
    }
    this.#held.clear()
  }

  /** Closes a target that stands still. */
  discard (targetId, sessionId) {
    this.send('Runtime.runIfWaitingForDebugger', {}, sessionId).catch(() => {})
    this.send('Target.closeTarget', { targetId }).catch(() => {})
  }

  /** Makes a target and gives it with the session that the double watches it by. */
  async create () {
    // A window of its own, so that it is painted while others are in front, as
    // the views of one window are.
    this.#creating++
    try {
      const { targetId } = await this.send('Target.createTarget', { url: 'about:blank', newWindow: true })
      const sessionId = this.#held.get(targetId) // it comes before the reply
      this.#held.delete(targetId)
      return { targetId, sessionId }
    } finally {
      this.#creating--
      this.#strays()
    }
  }

  /** Sets the one listener of webRequest.onBeforeRequest. */
  listen (filter, listener) {
    this.#filter = filter
    this.#listener = listener
    if (this.chromium) this.#fetch().catch(() => {})
  }

  /** Documents are always held back, for 'will-frame-navigate' and 'will-redirect'. */
  #fetch () {
    const all = this.#listener && !this.#filter?.types
    return this.send('Fetch.enable', { patterns: [all ? { urlPattern: '*' } : { urlPattern: '*', resourceType: 'Document' }] })
  }

  #paused ({ requestId, request, frameId, resourceType, redirectedRequestId }) {
    const fail = errorReason => this.send('Fetch.failRequest', { requestId, errorReason }).catch(() => {})
    const main = this.contents.get(frameId)
    const contents = main ?? this.frames.get(frameId)
    const document = resourceType === 'Document'
    if (document && contents && !contents._mayGo(request.url, Boolean(main), Boolean(redirectedRequestId))) return fail('Aborted')
    const type = document ? (main ? 'mainFrame' : 'subFrame') : TYPES[resourceType] ?? 'other'
    const go = () => this.send('Fetch.continueRequest', { requestId }).catch(() => {})
    if (!this.#listener || (this.#filter?.types && !this.#filter.types.includes(type))) return go()
    const details = { id: requestId, url: request.url, method: request.method, resourceType: type, webContents: contents, webContentsId: contents?.id }
    this.#listener(details, ({ cancel }) => cancel ? fail('BlockedByClient') : go())
  }
}

module.exports = { world: new World() }
