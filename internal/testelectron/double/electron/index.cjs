'use strict'
// A double of the module `electron` for Node: the part of it that the window
// host of transport/electron uses, against a real headless Chromium. The
// package comment of internal/testelectron says what it cannot show.

const { EventEmitter } = require('node:events')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { BaseWindow, View, WebContentsView } = require('./window.cjs')
const { session } = require('./session.cjs')
const { world } = require('./world.cjs')

/** Electron's own entries of process.versions. */
function claim (versions) {
  const value = Object.freeze({ ...process.versions, ...versions })
  Object.defineProperty(process, 'versions', { value, configurable: true, enumerable: true })
}
claim({ electron: require('./package.json').version })

class CommandLine {
  #switches = new Map()

  constructor (args) {
    for (const arg of args) {
      const [, name, value] = /^--([^=]+)=?(.*)$/s.exec(arg) ?? []
      if (name) this.#switches.set(name, value)
    }
  }

  hasSwitch (name) { return this.#switches.has(name) }
  getSwitchValue (name) { return this.#switches.get(name) ?? '' }
  appendSwitch (name, value = '') { this.#switches.set(name, value) }
}

class App extends EventEmitter {
  commandLine = new CommandLine(process.argv.slice(1))
  #paths = new Map()
  #temporary = '' // made here, and removed
  #ready
  #ended = false

  constructor () {
    super()
    // Not before the main script has run: it sets paths.
    this.#ready = new Promise((resolve, reject) => setImmediate(() => this.#start().then(resolve, reject)))
    this.#ready.catch(error => {
      process.stderr.write(`testelectron: ${error.message}\n`)
      process.exit(1)
    })
  }

  async #start () {
    const profile = this.commandLine.getSwitchValue('user-data-dir')
    if (profile) this.#paths.set('userData', profile)
    if (!this.#paths.has('userData')) {
      this.#temporary = fs.mkdtempSync(path.join(os.tmpdir(), 'holdfast-testelectron-'))
      this.#paths.set('userData', this.#temporary)
    }
    const chrome = await world.start(this.#paths.get('userData'))
    claim({ chrome })
    world.on('gone', () => this.exit(1)) // nothing of Electron survives its browser
  }

  whenReady () { return this.#ready }
  setPath (name, value) { this.#paths.set(name, value) }
  getPath (name) { return this.#paths.get(name) ?? os.tmpdir() }

  quit () {
    this.emit('before-quit', {})
    this.emit('will-quit', {})
    this.exit(0)
  }

  exit (code = 0) {
    if (this.#ended) return
    this.#ended = true
    this.emit('quit', {}, code)
    const end = world.chromium ? world.chromium.end() : Promise.resolve()
    end.finally(() => {
      if (this.#temporary) fs.rmSync(this.#temporary, { recursive: true, force: true, maxRetries: 5 })
      process.exit(code)
    })
  }
}

/** Menus are kept, and nobody sees them. */
class Menu {
  static #application = null
  constructor (items) { this.items = items }
  static buildFromTemplate (template) { return new Menu(template) }
  static setApplicationMenu (menu) { Menu.#application = menu }
  static getApplicationMenu () { return Menu.#application }
}

module.exports = { app: new App(), BaseWindow, Menu, View, WebContentsView, session }
