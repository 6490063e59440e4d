'use strict'

const assert = require('node:assert/strict')
const { EventEmitter } = require('node:events')
const { test } = require('node:test')
const { layout, keepLaidOut, STRIP_HEIGHT } = require('../layout.cjs')

/** What a window that is minimised or hidden says, as it was measured. */
const AWAY = { x: -16000, y: -16000, width: 0, height: 0 }
const BOUNDS = { x: 0, y: 0, width: 1280, height: 836 }

class Window extends EventEmitter {
  constructor (state) {
    super()
    Object.assign(this, { minimized: false, visible: true, destroyed: false, bounds: BOUNDS }, state)
  }

  isMinimized () { return this.minimized }
  isVisible () { return this.visible }
  isDestroyed () { return this.destroyed }
  getContentBounds () { return this.bounds }
}

test('strip and page share the window', () => {
  assert.deepEqual(layout({ minimized: false, visible: true, bounds: BOUNDS }), {
    strip: { x: 0, y: 0, width: 1280, height: STRIP_HEIGHT },
    page: { x: 0, y: STRIP_HEIGHT, width: 1280, height: 800 }
  })
})

for (const [what, state] of Object.entries({
  'minimised, with the bounds that it then has': { minimized: true, visible: true, bounds: AWAY },
  'minimised, with bounds that look good': { minimized: true, visible: true, bounds: BOUNDS },
  'hidden, with the bounds that it then has': { minimized: false, visible: false, bounds: AWAY },
  'hidden, with bounds that look good': { minimized: false, visible: false, bounds: BOUNDS },
  'neither, and has no size yet': { minimized: false, visible: true, bounds: AWAY },
  'without width': { minimized: false, visible: true, bounds: { x: 0, y: 0, width: 0, height: 800 } },
  'without room below the strip': { minimized: false, visible: true, bounds: { x: 0, y: 0, width: 800, height: STRIP_HEIGHT } },
  'without bounds that are numbers': { minimized: false, visible: true, bounds: { width: NaN, height: NaN } }
})) {
  test(`nothing is laid out in a window that is ${what}`, () => assert.equal(layout(state), null))
}

// The first half of the guard: no harm is done.
test('a view keeps its size when the window is laid out while it is minimised', () => {
  const window = new Window()
  let page = null
  const again = keepLaidOut(window, areas => { page = areas.page })
  assert.equal(page.width, 1280)
  Object.assign(window, { minimized: true, bounds: AWAY })
  again() // a popup became a tab, or one was brought to the front
  window.emit('resize')
  assert.deepEqual([page.width, page.height], [1280, 800])
})

// The second half: what was missed is made good, though no 'resize' comes.
for (const [event, away] of Object.entries({ restore: { minimized: true }, show: { visible: false } })) {
  test(`a view that came meanwhile is laid out on '${event}'`, () => {
    const window = new Window({ ...away, bounds: AWAY })
    let page = null
    keepLaidOut(window, areas => { page = areas.page })
    assert.equal(page, null)
    Object.assign(window, { minimized: false, visible: true, bounds: BOUNDS })
    window.emit(event)
    assert.deepEqual([page?.width, page?.height], [1280, 800])
  })
}

test('a window that is closed is asked nothing', () => {
  const window = new Window()
  keepLaidOut(window, () => {})
  window.destroyed = true
  window.isMinimized = () => assert.fail('it was asked')
  window.emit('resize')
})
