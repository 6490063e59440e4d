'use strict'
// The window host of holdfast: a program of Electron's main process that opens
// windows with tabs and lets one client drive them, by JSON lines over TCP. The
// client is package transport/electron, which starts it; its document is there.
//
// It is started as `electron host.cjs`, or by a packaged application, which
// ignores scripts among its arguments, from an early branch of its main module:
//
//   if (process.env.HOLDFAST_ELECTRON_HOST) {
//     require(process.env.HOLDFAST_ELECTRON_HOST)   // or createRequire(import.meta.url)(…)
//   } else if (!app.requestSingleInstanceLock()) {
//     app.quit()
//   } else {
//     startTheApplication()
//   }
//
// The branch comes before the single-instance lock, which would end this second
// instance, and needs a --user-data-dir of its own, or both write to one profile.

const electron = require('electron')
const { Failure } = require('./failure.cjs')
const { Guard } = require('./guard.cjs')
const { Server } = require('./server.cjs')
const { Shell } = require('./shell.cjs')
const { Tab, PREFERENCES } = require('./tab.cjs')

const { app } = electron

const VERSION = 1
/** WebContentsView takes over pages, and setWindowOpenHandler makes them. */
const OLDEST_ELECTRON = 38
/** How long a client may stay away after the port was announced. */
const CLIENT_MS = 30_000
/** How long Electron may take to quit. */
const QUIT_MS = 2000
/** A page that opens windows in a loop must end somewhere. */
const MOST_TABS = 200

/** Exit codes. */
const EXIT = Object.freeze({ ok: 0, config: 2, listen: 3, lonely: 4, error: 5 })

const DEFAULTS = Object.freeze({
  title: 'holdfast',
  width: 1280,
  height: 836,
  show: true,
  commandTimeoutMs: 30_000,
  lineLimit: 256 << 20,
  lineLimitIn: 64 << 20,
  sites: null
})

class Host {
  #config
  #token
  #server = null
  #client = null
  #tabs = new Map()
  #numbers = 0
  #quitting = false

  constructor () {
    this.#config = { ...DEFAULTS, ...JSON.parse(process.env.HOLDFAST_ELECTRON_CONFIG || '{}') }
    this.#token = process.env.HOLDFAST_ELECTRON_TOKEN
    // No page, and no program that a page may start, needs to know them.
    for (const name of ['TOKEN', 'CONFIG', 'HOST']) delete process.env[`HOLDFAST_ELECTRON_${name}`]
    if (!this.#token) throw new Error('HOLDFAST_ELECTRON_TOKEN is missing: package transport/electron starts this program')
    const electronVersion = process.versions.electron
    if (parseInt(electronVersion) < OLDEST_ELECTRON) {
      throw new Error(`Electron ${electronVersion} is too old: ${OLDEST_ELECTRON} or newer is needed`)
    }
    const { width, height, commandTimeoutMs, lineLimit, lineLimitIn } = this.#config
    for (const [name, n] of Object.entries({ width, height, commandTimeoutMs, lineLimit, lineLimitIn })) {
      if (!(Number.isInteger(n) && n >= 100)) throw new Error(`HOLDFAST_ELECTRON_CONFIG: ${name} is ${n}`)
    }
  }

  get commandMs () { return this.#config.commandTimeoutMs }

  async start () {
    const profile = app.commandLine.getSwitchValue('user-data-dir')
    if (profile) app.setPath('userData', profile)
    // A covered window goes on painting, as it does in the browsers that
    // transport/chrome starts.
    app.commandLine.appendSwitch('disable-backgrounding-occluded-windows')
    app.on('window-all-closed', () => {}) // the client says when it is over
    app.on('select-client-certificate', (event, contents, address, list, callback) => {
      event.preventDefault() // or the first of the machine's would be given away
      callback()
    })
    await app.whenReady()
    this.#menu()
    const { session } = electron
    this.guardian = new Guard(session.defaultSession, blocked => this.tell({ event: 'blocked', ...blocked, tab: { id: blocked.tab } }))
    this.guardian.apply(this.#config.sites)
    this.shell = new Shell(electron, this.#config, {
      activate: id => this.shell.activate(this.#tabs.get(id)),
      close: id => this.#tabs.get(id)?.close(),
      unseen: () => { for (const tab of this.#tabs.values()) tab.unseen() },
      closed: () => { for (const tab of [...this.#tabs.values()]) tab.close() }
    })
    await this.#listen()
  }

  async #listen () {
    const lonely = setTimeout(() => this.#fail(EXIT.lonely, 'no client came'), CLIENT_MS)
    this.#server = new Server({
      token: this.#token,
      hello: { version: VERSION, electron: process.versions.electron, chrome: process.versions.chrome, pid: process.pid },
      lines: { in: this.#config.lineLimitIn, out: this.#config.lineLimit },
      onclient: client => {
        clearTimeout(lonely)
        this.#client = client
      },
      online: line => this.#take(line),
      ontoolong: () => this.#send({ error: { kind: 'invalid', message: `a line is longer than ${this.#config.lineLimitIn} bytes` } }),
      onleft: why => {
        if (why) process.stderr.write(`holdfast: ${why}\n`)
        this.quit()
      }
    })
    try {
      const port = await this.#server.listen()
      process.stdout.write(`HOLDFAST_ELECTRON ${JSON.stringify({ port, version: VERSION, pid: process.pid })}\n`)
    } catch (error) {
      this.#fail(EXIT.listen, error.message)
    }
  }

  /** Keys that a person expects, and DevTools the one way they open here. */
  #menu () {
    const { Menu } = electron
    Menu.setApplicationMenu(Menu.buildFromTemplate([
      ...(process.platform === 'darwin' ? [{ role: 'appMenu' }] : []),
      { role: 'editMenu' },
      {
        label: 'View',
        submenu: [
          { label: 'Reload', accelerator: 'CmdOrCtrl+R', click: () => this.shell.active?.contents.reload() },
          { label: 'Developer Tools', accelerator: process.platform === 'darwin' ? 'Alt+Cmd+I' : 'Ctrl+Shift+I', click: () => this.shell.active?.openDevTools() }
        ]
      }
    ]))
  }

  /** Reads a line of the client. */
  #take (line) {
    let message
    try {
      message = JSON.parse(line)
    } catch {
      message = null
    }
    if (message === null || typeof message !== 'object') {
      return this.#send({ error: { kind: 'invalid', message: 'a line is no JSON object' } })
    }
    if (typeof message.tab === 'string' && typeof message.message?.method === 'string') {
      return this.#command(message.tab, message.message)
    }
    if (typeof message.op === 'string') return this.#operate(message)
    this.#send({ id: message.id, error: { kind: 'invalid', message: 'a line is neither a request nor a message for a tab' } })
  }

  #command (id, message) {
    const tab = this.#tabs.get(id)
    if (tab) return tab.command(message)
    const { id: number, sessionId } = message
    this.carry(id, { id: number, error: { code: -32000, message: `there is no tab ${id}` }, ...(sessionId && { sessionId }) })
  }

  async #operate (request) {
    const { id } = request
    try {
      const operation = Object.hasOwn(OPERATIONS, request.op) && OPERATIONS[request.op]
      if (!operation) throw new Failure('unsupported', `there is no request ${JSON.stringify(request.op)}`)
      const result = await operation(this, request)
      this.#send({ id, result: result ?? {} })
      if (request.op === 'quit') this.quit()
    } catch (error) {
      const kind = error instanceof Failure ? error.kind : 'lost'
      this.#send({ id, error: { kind, message: error.message } })
    }
  }

  #send (message) { return this.#client?.send(message) ?? true }

  /** Tells the client of an event. */
  tell (event) { this.#send(event) }

  /** Carries a DevTools message to the client; false: it is too long. */
  carry (tab, message) { return this.#send({ tab, message }) }

  /** The tab of that name. */
  find (id) {
    const tab = this.#tabs.get(id)
    if (!tab) throw new Failure('not_found', `there is no tab ${id}`)
    return tab
  }

  list () { return [...this.#tabs.values()].map(tab => tab.describe()) }

  /** Opens a tab; a page always loads an address, or nothing could attach to it. */
  open ({ url = '', background = false }) {
    const address = url || 'about:blank'
    const verdict = this.guardian.sites.check(address)
    if (!verdict.allowed) throw new Failure('refused', `${address} may not be opened: ${verdict.reason}`)
    if (this.#tabs.size >= MOST_TABS) throw new Failure('refused', `there are ${MOST_TABS} tabs already`)
    const view = new electron.WebContentsView({ webPreferences: PREFERENCES })
    const tab = this.#adopt({ view, bare: false, background })
    tab.contents.loadURL(address).catch(() => {}) // the page shows what went wrong
    return tab
  }

  #adopt ({ view, bare, opener, background }) {
    const tab = new Tab(this, { id: `t${++this.#numbers}`, opener, view, bare })
    this.#tabs.set(tab.id, tab)
    this.shell.add(tab, background)
    this.tell({ event: 'tab_opened', tab: tab.describe() })
    return tab
  }

  /** Keeps a page to the lists, and makes tabs of the windows that it opens. */
  guard (contents, tab) {
    this.guardian.watch(contents, tab)
    contents.setWindowOpenHandler(details => {
      if (!this.guardian.letsOpen(tab, details.url) || this.#tabs.size >= MOST_TABS) return { action: 'deny' }
      return {
        action: 'allow',
        outlivesOpener: true, // as in browsers
        overrideBrowserWindowOptions: { webPreferences: PREFERENCES },
        createWindow: options => this.#popup(tab, details, options)
      }
    })
  }

  /**
   * Makes a tab of a window that a page opens. Of the options only the page
   * itself is taken, which script of the opener may hold already; the rest can
   * be what the page wrote. Without a page (a link with noopener) there is one
   * to make, and to load.
   */
  #popup (opener, details, { webContents }) {
    const view = new electron.WebContentsView(webContents ? { webContents, webPreferences: PREFERENCES } : { webPreferences: PREFERENCES })
    const background = details.disposition === 'background-tab'
    const bare = Boolean(webContents) && /^(about:blank([?#]|$)|$)/.test(details.url)
    const tab = this.#adopt({ view, bare, opener: opener.id, background })
    if (!webContents) {
      const { referrer, postBody } = details
      const post = postBody && {
        postData: postBody.data,
        extraHeaders: `content-type: ${postBody.contentType}${postBody.boundary ? `; boundary=${postBody.boundary}` : ''}`
      }
      tab.contents.loadURL(details.url || 'about:blank', { httpReferrer: referrer, ...post }).catch(() => {})
    }
    return tab.contents
  }

  /** The page of a tab is gone. */
  gone (tab) {
    this.#tabs.delete(tab.id)
    this.shell.remove(tab)
    this.tell({ event: 'tab_closed', tab: { id: tab.id } })
  }

  /** Ends the program. */
  quit () {
    if (this.#quitting) return
    this.#quitting = true
    this.#server.close()
    setTimeout(() => app.exit(EXIT.ok), QUIT_MS)
    app.quit()
  }

  #fail (code, message) {
    process.stderr.write(`holdfast: ${message}\n`)
    app.exit(code)
  }
}

/**
 * What the client can ask for.
 * @type {Record<string, (host: Host, request: any) => unknown>}
 */
const OPERATIONS = {
  open: (host, request) => ({ tab: host.open(request).describe() }),
  list: host => ({ tabs: host.list() }),
  activate: (host, { tab }) => host.shell.activate(host.find(tab)),
  close: (host, { tab }) => host.find(tab).close(),
  attach: (host, { tab }) => host.find(tab).attach(),
  detach: (host, { tab }) => host.find(tab).detach(),
  devtools: (host, { tab, open }) => open ? host.find(tab).openDevTools() : host.find(tab).closeDevTools(),
  window: (host, { action }) => {
    if (action !== undefined) {
      if (!['show', 'hide', 'minimize', 'restore'].includes(action)) throw new Failure('invalid', `a window cannot ${action}`)
      host.shell.act(action)
    }
    return host.shell.describe()
  },
  sites: (host, { sites }) => {
    try {
      host.guardian.apply(sites)
    } catch (error) {
      throw new Failure('invalid', error.message)
    }
  },
  quit: () => {}
}

// Electron would show a person what went wrong, in a box that waits for a click.
process.on('uncaughtException', error => {
  process.stderr.write(`holdfast: ${error.stack}\n`)
  app.exit(EXIT.error)
})

try {
  new Host().start().catch(error => {
    process.stderr.write(`holdfast: ${error.message}\n`)
    app.exit(EXIT.config)
  })
} catch (error) {
  process.stderr.write(`holdfast: ${error.message}\n`)
  app.exit(EXIT.config)
}
