'use strict'
// WebContents: a page is a target of the browser, which the double watches by a
// protocol session of its own.

const { EventEmitter } = require('node:events')
const { world } = require('./world.cjs')
const { Debugger } = require('./debugger.cjs')

let numbers = 0

/** An event that can be prevented, as Electron hands it to its listeners. */
function preventable (details) {
  return { ...details, defaultPrevented: false, preventDefault () { this.defaultPrevented = true } }
}

/** The protocol's names of where a page wants to go, in Electron's words. */
const NEW = { newTab: 'background-tab', newWindow: 'new-window' }

/** After how many milliseconds a page that is still there is closed again. */
const CLOSE_MS = 300

/** The isolated world of the double's own script. */
const WORLD = 'testelectron'

/** Runs in pages: gives the title when it is another one than that. */
function nextTitle (last) {
  return new Promise(resolve => {
    const look = () => {
      if (document.title === last) return
      watcher.disconnect()
      resolve(document.title)
    }
    const watcher = new MutationObserver(look)
    watcher.observe(document.head ?? document, { subtree: true, childList: true, characterData: true })
    look()
  })
}

class WebContents extends EventEmitter {
  id = ++numbers
  debugger = new Debugger(this)
  /** The view that shows it, or null. */
  _view = null
  /** Whether the first 'dom-ready' has come, or a script was answered. */
  _readied = false
  #queue // operations of the page, one after another
  #target = ''
  #eye = ''
  #url = ''
  #title = ''
  #destroyed = false
  #loading = false
  #committed = false
  #programmed = 0 // navigations that the program asked for, which no event can prevent
  #windowOpenHandler = null
  #wanted = [] // addresses of windows that the page is about to open
  #devtools = null
  #size = ''

  /** @param {{targetId: string, sessionId: string}} [target] of a window that a page opened */
  constructor (target) {
    super()
    this.#queue = target ? this.#look(target) : world.create().then(made => this.#look(made))
    this.#queue.catch(error => process.stderr.write(`testelectron: a page was not made: ${error.message}\n`))
  }

  get _target () { return this.#target }

  async #look ({ targetId, sessionId }) {
    this.#target = targetId
    this.#eye = sessionId
    world.contents.set(targetId, this)
    world.sessions.set(sessionId, (method, params) => this.#saw(method, params))
    world.send('Page.enable', {}, sessionId).catch(() => {})
    await world.send('Runtime.runIfWaitingForDebugger', {}, sessionId)
  }

  /** Runs an operation after those before it. */
  _do (operation) {
    const done = this.#queue.then(() => this.#destroyed ? undefined : operation())
    this.#queue = done.catch(() => {})
    return done
  }

  #saw (method, params) {
    switch (method) {
      case 'Page.domContentEventFired':
        this._readied = true
        this.emit('dom-ready', preventable({}))
        this.#follow().catch(() => {}) // the document went
        break
      case 'Page.loadEventFired':
        this.emit('did-finish-load', preventable({}))
        break
      case 'Page.frameAttached':
        world.frames.set(params.frameId, this)
        break
      case 'Page.frameDetached':
        world.frames.delete(params.frameId)
        break
      case 'Page.frameStartedLoading':
        if (params.frameId === this.#target) this.#loading = true
        break
      case 'Page.frameStoppedLoading':
        if (params.frameId === this.#target) this.#loading = false
        break
      case 'Page.windowOpen':
        this.#wanted.push({ url: params.url, guest: true, disposition: 'foreground-tab' })
        break
      case 'Page.frameRequestedNavigation':
        if (NEW[params.disposition]) this.#wanted.push({ url: params.url, guest: false, disposition: NEW[params.disposition] })
        break
      case 'Page.frameNavigated':
        if (!params.frame.parentId) this.#navigated(params.frame)
        break
      case 'Page.navigatedWithinDocument':
        if (params.frameId === this.#target) {
          this.#url = params.url
          this.emit('did-navigate-in-page', preventable({}), params.url, true)
        }
    }
  }

  #navigated (frame) {
    this.#committed = true
    this.#programmed = 0
    this.#url = frame.url + (frame.urlFragment ?? '')
    if (frame.unreachableUrl) {
      this.#url = frame.unreachableUrl
      this.emit('did-fail-load', preventable({}), -2, 'ERR_FAILED', frame.unreachableUrl, true)
    }
    this.emit('did-navigate', preventable({}), this.#url, 200, 'OK')
  }

  /** Follows the title of a document: the browser does not tell of each. */
  async #follow () {
    const { executionContextId: contextId } = await world.send('Page.createIsolatedWorld', { frameId: this.#target, worldName: WORLD }, this.#eye)
    for (let last = ''; ;) { // until the document goes, and the command with it
      const expression = `(${nextTitle})(${JSON.stringify(last)})`
      const { result, exceptionDetails } = await world.send('Runtime.evaluate', { contextId, expression, awaitPromise: true, returnByValue: true }, this.#eye)
      if (exceptionDetails) return
      last = result.value
      this._info({ title: last })
    }
  }

  _info ({ title }) {
    if (title === this.#title) return
    this.#title = title
    this.emit('page-title-updated', preventable({}), title, true)
  }

  /**
   * Asks the listeners of 'will-frame-navigate' and its kin. They are not asked
   * about what the program itself began, nor about the first address of a new
   * window (docs/api/web-contents.md, Navigation Events). In Electron they come
   * before the request; here the request is there and fails as aborted, which
   * leaves the page where it was in the same way.
   */
  _mayGo (url, main, redirected) {
    const event = preventable({ url, isMainFrame: main, isSameDocument: false })
    if (redirected) {
      this.emit('will-redirect', event)
    } else if (main && (this.#programmed > 0 || !this.#committed)) {
      this.#programmed = 0
    } else {
      this.emit('will-frame-navigate', event)
      if (main && !event.defaultPrevented) this.emit('will-navigate', event, url)
    }
    return !event.defaultPrevented
  }

  /** Whether a window is to come that has no opener. */
  get _wants () { return this.#wanted[0]?.guest === false }

  /** A navigation of the program begins. */
  _programs () { this.#programmed++ }

  /**
   * The page opened a window, which stands still. Electron asks the handler
   * before the window exists, so that there a denied one never is; here it is
   * closed.
   */
  _opened (targetId, sessionId) {
    const { url, guest, disposition } = this.#wanted.shift() ?? { url: '', guest: true, disposition: 'foreground-tab' }
    const answer = this.#windowOpenHandler?.({ url, frameName: '', features: '', disposition, referrer: { url: this.#url, policy: 'default' } })
    if (answer?.action !== 'allow' || !answer.createWindow) return world.discard(targetId, sessionId)
    if (!guest) {
      // A link that was clicked with Control or the middle button: Electron has
      // no page for it ('-new-window' in lib/browser/api/web-contents.ts), so that
      // who makes the window loads the address.
      world.discard(targetId, sessionId)
      answer.createWindow({ webPreferences: {} })
      return
    }
    const webContents = new WebContents({ targetId, sessionId })
    const made = answer.createWindow({ webContents, webPreferences: {} })
    if (made !== webContents) {
      throw new Error('Invalid webContents. Created window should be connected to webContents passed with options object.')
    }
  }

  _destroyed () {
    if (this.#destroyed) return
    this.#destroyed = true
    world.contents.delete(this.#target)
    world.sessions.delete(this.#eye)
    for (const [frame, contents] of world.frames) if (contents === this) world.frames.delete(frame)
    this.debugger._gone()
    if (this._view) this._view.webContents = undefined
    this.emit('destroyed', preventable({}))
  }

  /** The view has another size. A size of zero is what makes a page white. */
  _resize ({ width, height }) {
    const size = `${width}x${height}`
    if (!(width > 0 && height > 0) || size === this.#size) return
    this.#size = size
    this._do(async () => {
      if (size !== this.#size) return
      const { windowId } = await world.send('Browser.getWindowForTarget', { targetId: this.#target })
      await world.send('Browser.setContentsSize', { windowId, width, height })
    }).catch(() => {})
  }

  /** The view is the topmost one. */
  _raise () { this._do(() => world.send('Target.activateTarget', { targetId: this.#target })).catch(() => {}) }

  /** Whether it is painted: a page of a hidden window never gives a picture. */
  get _painted () {
    const window = this._view?._window
    const { width, height } = this._view?.getBounds() ?? { width: 0, height: 0 }
    return Boolean(window?.isVisible() && !window.isMinimized() && width > 0 && height > 0)
  }

  loadURL (url, options = {}) {
    const done = new Promise((resolve, reject) => {
      this.once('did-finish-load', () => resolve())
      this._do(async () => {
        this._programs()
        const referrer = options.httpReferrer?.url ?? options.httpReferrer
        const { errorText } = await world.send('Page.navigate', { url, ...(referrer && { referrer }) }, this.#eye)
        if (!errorText) return
        reject(new Error(`${errorText} loading '${url}'`))
      }).catch(reject)
    })
    done.catch(() => {}) // as Electron: who does not wait gets no unhandled rejection
    return done
  }

  reload () {
    this._do(() => {
      this._programs()
      return world.send('Page.reload', {}, this.#eye)
    }).catch(() => {})
  }

  getURL () { return this.#url }
  getTitle () { return this.#title }
  isDestroyed () { return this.#destroyed }
  isLoadingMainFrame () { return this.#loading }
  isDevToolsOpened () { return this.#devtools !== null }
  setWindowOpenHandler (handler) { this.#windowOpenHandler = handler }

  get mainFrame () {
    return {
      executeJavaScript: async code => {
        await this.#queue
        const { result, exceptionDetails } = await world.send('Runtime.evaluate', { expression: code, returnByValue: true, awaitPromise: true }, this.#eye)
        if (exceptionDetails) throw new Error(exceptionDetails.text)
        this._readied = true // its process is there and answers
        return result.value
      }
    }
  }

  /**
   * The browser takes the command well for a page that is still coming up, and
   * does not do it: it is said again then.
   */
  close () {
    if (this.#destroyed) return
    const early = !this.#committed
    this._do(() => world.send('Target.closeTarget', { targetId: this.#target }))
      .then(() => { if (early) setTimeout(() => this.close(), CLOSE_MS).unref() }, () => {})
  }

  /**
   * While a debugger is attached nothing happens, without a word (measured, seed
   * document of holdfast, section 4). DevTools are another client of the page.
   */
  openDevTools () {
    if (this.debugger.isAttached() || this.#devtools) return
    this.#devtools = ''
    this._do(async () => {
      const { sessionId } = await world.send('Target.attachToTarget', { targetId: this.#target, flatten: true })
      this.#devtools = sessionId
      for (const domain of ['Runtime', 'DOM', 'CSS', 'Debugger', 'Network']) world.send(`${domain}.enable`, {}, sessionId).catch(() => {})
      this.emit('devtools-opened', preventable({}))
    }).catch(() => {})
  }

  closeDevTools () {
    if (this.#devtools === null) return
    this._do(async () => {
      await world.send('Target.detachFromTarget', { sessionId: this.#devtools })
      this.#devtools = null
      this.emit('devtools-closed', preventable({}))
    }).catch(() => {})
  }
}

module.exports = { WebContents, preventable }
