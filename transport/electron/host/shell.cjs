'use strict'
// The window: a strip of tabs above the page of the one that is in front.

const { layout, keepLaidOut, STRIP_HEIGHT } = require('./layout.cjs')
const { stripAddress, stripCommand } = require('./strip.cjs')

/** Changes of titles come in bursts; the strip is drawn once for all of one. */
const STRIP_MS = 50

class Shell {
  #electron
  #options
  #hooks
  #window = null
  #strip = null // its page
  #area // where pages lie: the last that was good
  #relay = () => {}
  #drawing = null
  #tabs = new Set()
  /** The tab in front, or null. */
  active = null

  /**
   * @param {typeof import('electron')} electron
   * @param {{title: string, width: number, height: number, show: boolean}} options
   * @param {{close: (tab: string) => void, activate: (tab: string) => void, unseen: () => void, closed: () => void}} hooks
   */
  constructor (electron, options, hooks) {
    this.#electron = electron
    this.#options = options
    this.#hooks = hooks
    // A page that comes while the window is hidden gets the area that the window
    // was asked to have, never the bounds that it then reports.
    this.#area = layout({ minimized: false, visible: true, bounds: options }).page
  }

  /** Makes the window where there is none: at first, and after a person closed it. */
  open () {
    if (this.#window) return
    const { title, width, height, show } = this.#options
    // The title is this one for ever: a BaseWindow does not take that of a page.
    const window = new this.#electron.BaseWindow({ title, width, height, show, useContentSize: true, backgroundColor: '#ffffff' })
    this.#window = window
    const strip = new this.#electron.WebContentsView({
      webPreferences: { sandbox: true, contextIsolation: true, nodeIntegration: false, javascript: false }
    })
    const { webContents } = strip // undefined once the page is gone
    this.#strip = webContents
    webContents.setWindowOpenHandler(() => ({ action: 'deny' }))
    webContents.on('will-navigate', (event, address) => {
      event.preventDefault()
      const command = stripCommand(event.url ?? address)
      if (command?.action === 'activate') this.#hooks.activate(command.tab)
      if (command?.action === 'close') this.#hooks.close(command.tab)
    })
    window.contentView.addChildView(strip)
    this.#relay = keepLaidOut(window, areas => {
      this.#area = areas.page
      strip.setBounds(areas.strip)
      for (const tab of this.#tabs) tab.view.setBounds(areas.page)
    })
    for (const event of ['hide', 'minimize']) window.on(event, () => this.#hooks.unseen())
    window.on('show', () => this.changed())
    window.once('closed', () => {
      this.#window = null
      this.#strip = null
      this.#relay = () => {}
      this.#tabs.clear() // their views went with the window, and the pages follow
      this.active = null
      if (!webContents.isDestroyed()) webContents.close()
      this.#hooks.closed()
    })
  }

  /** Whether a person could see the window, so that pictures can be taken. */
  seen () { return this.#window !== null && this.#window.isVisible() && !this.#window.isMinimized() }

  /** Takes a tab in, in front or behind the others. */
  add (tab, background) {
    this.open()
    this.#tabs.add(tab)
    tab.view.setBounds(this.#area)
    if (background && this.active) {
      this.#window.contentView.addChildView(tab.view, 0)
      this.changed()
    } else {
      this.activate(tab)
    }
    this.#relay()
  }

  /** Brings a tab to the front. All tabs have the same bounds: the topmost is seen. */
  activate (tab) {
    if (!this.#window || !this.#tabs.has(tab)) return
    this.#window.contentView.addChildView(tab.view)
    this.active = tab
    this.#relay()
    this.changed()
  }

  /** Lets a tab go whose page is gone. */
  remove (tab) {
    if (!this.#tabs.delete(tab)) return
    this.#window?.contentView.removeChildView(tab.view)
    if (this.active === tab) {
      this.active = null
      const next = [...this.#tabs].pop()
      if (next) this.activate(next)
    }
    this.changed()
  }

  /** Draws the strip anew, soon. */
  changed () {
    if (this.#drawing || !this.#strip) return
    this.#drawing = setTimeout(() => {
      this.#drawing = null
      if (!this.#strip || this.#strip.isDestroyed() || !this.seen()) return // 'show' draws it
      const tabs = [...this.#tabs].map(tab => tab.describe())
      this.#strip.loadURL(stripAddress(tabs)).catch(() => {}) // the next one takes its place
    }, STRIP_MS)
  }

  /**
   * Does what a person does with a window.
   * @param {'show'|'hide'|'minimize'|'restore'} action
   */
  act (action) {
    this.open()
    this.#window[action]()
  }

  /** The state of the window, for the client. */
  describe () {
    const window = this.#window
    return {
      title: window?.getTitle() ?? this.#options.title,
      visible: window?.isVisible() ?? false,
      minimized: window?.isMinimized() ?? false,
      page: this.#area
    }
  }
}

module.exports = { Shell, STRIP_HEIGHT }
