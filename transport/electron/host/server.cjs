'use strict'
// The door of the host: one client, on this machine, that knows the token.

const crypto = require('node:crypto')
const net = require('node:net')
const { LineReader, LineWriter } = require('./lines.cjs')

/** How long a client may take for its first line. */
const GREETING_MS = 5000
/** No token is longer. */
const GREETING_BYTES = 4096
/** What may wait for the client beside one longest line. */
const WAITING_BYTES = 64 << 20
/** So many may stand before the door. */
const STRANGERS = 8

/**
 * @typedef {object} ServerOptions
 * @property {string} token
 * @property {object} hello what a client with the token is told
 * @property {{in: number, out: number}} lines longest lines, in bytes
 * @property {(client: LineWriter) => void} onclient
 * @property {(line: string) => void} online
 * @property {() => void} ontoolong
 * @property {(why: string) => void} onleft the client is gone, which is the end
 */

class Server {
  #options
  #client = null
  #strangers = new Set()
  #server

  /** @param {ServerOptions} options */
  constructor (options) {
    this.#options = options
    // Electron's main process has no stdin on Windows, so the client speaks TCP.
    this.#server = net.createServer(socket => this.#meet(socket))
  }

  /** Listens on the loopback interface and gives the port. */
  listen () {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen(0, '127.0.0.1', () => resolve(this.#server.address().port))
    })
  }

  #meet (socket) {
    socket.on('error', () => {}) // 'close' follows
    if (this.#strangers.size >= STRANGERS) return socket.destroy()
    this.#strangers.add(socket)
    const leave = () => {
      clearTimeout(timer)
      this.#strangers.delete(socket)
    }
    const timer = setTimeout(() => socket.destroy(), GREETING_MS)
    socket.once('close', leave)
    let reader = new LineReader(GREETING_BYTES, line => {
      leave()
      if (!this.#knows(line)) return socket.destroy()
      if (this.#client) {
        socket.end(JSON.stringify({ error: { kind: 'refused', message: 'this host has a client already' } }) + '\n')
        return
      }
      reader = this.#admit(socket)
    }, () => socket.destroy())
    // What follows the first line in the same piece belongs to the next reader.
    socket.on('data', chunk => {
      const end = this.#client?.socket === socket ? -1 : chunk.indexOf(10)
      if (end < 0) return reader.push(chunk)
      reader.push(chunk.subarray(0, end + 1))
      if (!socket.destroyed && this.#client?.socket === socket) reader.push(chunk.subarray(end + 1))
    })
  }

  /** Compares in the same time whatever the token is. */
  #knows (line) {
    let token
    try {
      token = JSON.parse(line).token
    } catch {
      return false
    }
    const digest = text => crypto.createHash('sha256').update(String(text)).digest()
    return crypto.timingSafeEqual(digest(token), digest(this.#options.token))
  }

  #admit (socket) {
    const { hello, lines, onclient, online, ontoolong, onleft } = this.#options
    socket.setNoDelay(true)
    const limits = { line: lines.out, waiting: lines.out + WAITING_BYTES, pause: WAITING_BYTES / 4 }
    this.#client = new LineWriter(socket, limits, why => {
      socket.destroy()
      onleft(why)
    })
    socket.once('close', () => onleft(''))
    this.#client.send({ hello })
    onclient(this.#client)
    return new LineReader(lines.in, online, ontoolong)
  }

  close () {
    this.#server.close()
    for (const socket of this.#strangers) socket.destroy()
    this.#client?.socket.end()
  }
}

module.exports = { Server }
