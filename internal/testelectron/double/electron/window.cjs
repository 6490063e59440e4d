'use strict'
// BaseWindow and views: nothing is shown anywhere, but states, bounds and events
// are those of a window.

const { EventEmitter } = require('node:events')
const { WebContents, preventable } = require('./contents.cjs')

class View extends EventEmitter {
  children = []
  #bounds = { x: 0, y: 0, width: 0, height: 0 }
  _parent = null

  /** The window that it is in, or null. */
  get _window () { return this._parent?._window ?? null }

  /** A view that is there already moves (docs/api/view.md). */
  addChildView (view, index = this.children.length) {
    const before = this.children[this.children.length - 1]
    this.children = this.children.filter(child => child !== view)
    this.children.splice(Math.min(index, this.children.length), 0, view)
    view._parent = this
    if (before !== view && this.children[this.children.length - 1] === view) view._raised()
  }

  removeChildView (view) {
    if (!this.children.includes(view)) return
    this.children = this.children.filter(child => child !== view)
    view._parent = null
  }

  setBounds (bounds) {
    this.#bounds = { ...bounds }
    this._sized(this.#bounds)
    this.emit('bounds-changed')
  }

  getBounds () { return { ...this.#bounds } }
  _raised () {}
  _sized () {}
}

class WebContentsView extends View {
  constructor ({ webContents } = {}) {
    super()
    this.webContents = webContents ?? new WebContents()
    if (this.webContents._view) throw new Error('options.webContents is already in a view')
    this.webContents._view = this
  }

  _raised () { this.webContents?._raise() }
  _sized (bounds) { this.webContents?._resize(bounds) }
}

/** The bounds of a window that is minimised or hidden, as measured (seed document of holdfast, section 4). */
const AWAY = Object.freeze({ x: -16000, y: -16000, width: 0, height: 0 })

class BaseWindow extends EventEmitter {
  contentView = new View()
  #title
  #bounds
  #visible
  #minimized = false
  #destroyed = false

  constructor ({ title = 'Electron', width = 800, height = 600, show = true } = {}) {
    super()
    this.#title = title
    this.#bounds = { x: 0, y: 0, width, height }
    this.#visible = show
    const window = this
    Object.defineProperty(this.contentView, '_window', { get: () => window })
  }

  getTitle () { return this.#title }
  isVisible () { return this.#visible }
  isMinimized () { return this.#minimized }
  isDestroyed () { return this.#destroyed }
  getContentBounds () { return this.#minimized || !this.#visible ? { ...AWAY } : { ...this.#bounds } }

  setContentSize (width, height) {
    this.#bounds = { ...this.#bounds, width, height }
    this.emit('resize', preventable({}))
  }

  show () { this.#turn('show', !this.#visible, () => { this.#visible = true }) }
  hide () { this.#turn('hide', this.#visible, () => { this.#visible = false }) }
  minimize () { this.#turn('minimize', !this.#minimized, () => { this.#minimized = true }) }
  /** No 'resize' comes, although the bounds are others than before. */
  restore () { this.#turn('restore', this.#minimized, () => { this.#minimized = false }) }

  #turn (event, changes, change) {
    if (!changes) return
    change()
    setImmediate(() => this.emit(event, preventable({})))
  }

  /** The pages of its views stay (docs/api/base-window.md, Resource management). */
  close () {
    const event = preventable({})
    this.emit('close', event)
    if (event.defaultPrevented || this.#destroyed) return
    this.#destroyed = true
    this.emit('closed')
  }
}

module.exports = { BaseWindow, View, WebContentsView }
