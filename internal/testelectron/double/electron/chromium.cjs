'use strict'
// The Chromium behind the double, over --remote-debugging-pipe: messages end
// with a NUL byte, on descriptors 3 (to it) and 4 (from it). The browser ends
// when the pipe does, so that it ends with this process, however that ends.

const { spawn, execFileSync } = require('node:child_process')
const { EventEmitter } = require('node:events')
const path = require('node:path')

const NAMES = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser', 'chrome']

/** How long the browser may take to end before it is ended. */
const END_MS = 1500

function find () {
  if (process.env.HOLDFAST_TEST_CHROMIUM) return process.env.HOLDFAST_TEST_CHROMIUM
  for (const name of NAMES) {
    try {
      return execFileSync('/bin/sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim()
    } catch {}
  }
  throw new Error(`no Chrome or Chromium: none of ${NAMES.join(', ')} is in PATH`)
}

/** Emits 'event' {method, params, sessionId} and 'gone'. */
class Chromium extends EventEmitter {
  #process
  #pending = new Map()
  #number = 0
  #gone

  constructor (profile) {
    super()
    this.#process = spawn(find(), [
      `--user-data-dir=${path.join(profile, 'chromium')}`,
      '--headless=new', '--remote-debugging-pipe', '--no-startup-window',
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--no-first-run', '--no-default-browser-check', '--disable-default-apps', '--disable-background-networking',
      '--disable-component-update', '--disable-sync', '--password-store=basic', '--use-mock-keychain',
      '--disable-gpu', '--mute-audio', '--disable-prompt-on-repost',
      // As Electron's pages without background throttling.
      '--disable-backgrounding-occluded-windows', '--disable-renderer-backgrounding', '--disable-background-timer-throttling',
      '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost'
    ], { stdio: ['ignore', 'ignore', process.env.HOLDFAST_TEST_STDERR ? 'inherit' : 'ignore', 'pipe', 'pipe'] })
    this.#gone = new Promise(resolve => this.#process.once('exit', resolve))
    this.#gone.then(() => {
      for (const { reject } of this.#pending.values()) reject(new Error('the browser is gone'))
      this.#pending.clear()
      this.emit('gone')
    })
    this.#process.once('error', error => this.emit('error', error))
    for (const end of [3, 4]) this.#process.stdio[end].on('error', () => {}) // 'exit' follows
    let parts = []
    this.#process.stdio[4].on('data', chunk => {
      let from = 0
      for (let end; (end = chunk.indexOf(0, from)) >= 0; from = end + 1) {
        parts.push(chunk.subarray(from, end))
        const message = JSON.parse(Buffer.concat(parts).toString('utf8'))
        parts = []
        this.#take(message)
      }
      if (from < chunk.length) parts.push(chunk.subarray(from))
    })
  }

  #take (message) {
    if (message.id === undefined) return this.emit('event', message)
    const waiter = this.#pending.get(message.id)
    this.#pending.delete(message.id)
    if (!waiter) return
    if (message.error) return waiter.reject(Object.assign(new Error(message.error.message), { code: message.error.code }))
    // Right away: the next message may be an event that needs what this one says.
    waiter.atOnce?.(message.result)
    waiter.resolve(message.result)
  }

  /** Sends a command. atOnce is called before the next message is looked at. */
  send (method, params = {}, sessionId = undefined, atOnce = undefined) {
    return new Promise((resolve, reject) => {
      const id = ++this.#number
      this.#pending.set(id, { resolve, reject, atOnce })
      this.#process.stdio[3].write(JSON.stringify({ id, method, params, sessionId }) + '\0')
    })
  }

  /** Ends the browser and returns when it is gone. */
  async end () {
    this.send('Browser.close').catch(() => {})
    const timer = setTimeout(() => this.#process.kill('SIGKILL'), END_MS)
    await this.#gone
    clearTimeout(timer)
  }
}

module.exports = { Chromium }
