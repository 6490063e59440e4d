'use strict'
// Where the tab strip and the pages lie in the window.

/** Height of the tab strip in device-independent pixels. */
const STRIP_HEIGHT = 36

/**
 * Gives the rectangles of strip and pages, or null where nothing must be laid
 * out. A window that is minimised or hidden reports bounds such as
 * {x: -16000, y: -16000, width: 0, height: 0}: views that were given a width of
 * zero then stay white, because restoring the window fires no 'resize'.
 *
 * @param {{minimized: boolean, visible: boolean, bounds: {width: number, height: number}}} state
 * @returns {{strip: Electron.Rectangle, page: Electron.Rectangle} | null}
 */
function layout ({ minimized, visible, bounds }) {
  if (minimized || !visible || !(bounds.width > 0) || !(bounds.height > STRIP_HEIGHT)) return null
  return {
    strip: { x: 0, y: 0, width: bounds.width, height: STRIP_HEIGHT },
    page: { x: 0, y: STRIP_HEIGHT, width: bounds.width, height: bounds.height - STRIP_HEIGHT }
  }
}

/**
 * Lays a window out now and whenever that can be needed: on 'resize', and on
 * 'restore' and 'show', after which no 'resize' comes.
 *
 * @param {Electron.BaseWindow} window
 * @param {(areas: {strip: Electron.Rectangle, page: Electron.Rectangle}) => void} apply
 * @returns {() => void} lays out once more, for a view that came
 */
function keepLaidOut (window, apply) {
  const now = () => {
    if (window.isDestroyed()) return
    const areas = layout({
      minimized: window.isMinimized(),
      visible: window.isVisible(),
      bounds: window.getContentBounds()
    })
    if (areas) apply(areas)
  }
  for (const event of ['resize', 'restore', 'show']) window.on(event, now)
  now()
  return now
}

module.exports = { STRIP_HEIGHT, layout, keepLaidOut }
