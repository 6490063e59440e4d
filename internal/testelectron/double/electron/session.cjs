'use strict'
// session.defaultSession: what requests and permissions are asked about.

const { EventEmitter } = require('node:events')
const { preventable } = require('./contents.cjs')
const { world } = require('./world.cjs')

/** Electron's names of permissions, and the protocol's. */
const PERMISSIONS = {
  geolocation: ['geolocation'],
  notifications: ['notifications'],
  media: ['camera', 'microphone'],
  midi: ['midi'],
  'clipboard-read': ['clipboard-read']
}

class Session extends EventEmitter {
  webRequest = {
    // One listener only, and null takes it away (docs/api/web-request.md).
    onBeforeRequest: (filter, listener) => {
      if (typeof filter === 'function' || filter === null) world.listen(null, filter)
      else world.listen(filter, listener)
    }
  }

  /**
   * Electron asks for each request, and grants everything without a handler. The
   * browser cannot be made to ask, so the answers are fetched beforehand.
   */
  setPermissionRequestHandler (handler) {
    for (const [name, protocol] of Object.entries(PERMISSIONS)) {
      const answer = granted => {
        for (const permission of protocol) {
          const params = { permission: { name: permission }, setting: granted ? 'granted' : 'denied' }
          world.send('Browser.setPermission', params).catch(() => {})
        }
      }
      if (handler) handler(null, name, answer, {})
      else answer(true)
    }
  }

  setPermissionCheckHandler () {}
  setDevicePermissionHandler () {}

  /** Whether a download that begins may go on. */
  _mayDownload () {
    const event = preventable({})
    this.emit('will-download', event)
    return !event.defaultPrevented
  }
}

module.exports = { session: { defaultSession: new Session() } }
