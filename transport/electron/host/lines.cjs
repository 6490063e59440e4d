'use strict'
// JSON lines over a socket: the framing in both directions, with bounds.

const NEWLINE = 10

/**
 * Takes a byte stream apart into lines. A line that is longer than the limit
 * is never held in memory whole: it is skipped and told of once.
 */
class LineReader {
  #parts = []
  #length = 0
  #skipping = false

  /**
   * @param {number} limit bytes of a line, without its end
   * @param {(line: string) => void} online
   * @param {() => void} ontoolong
   */
  constructor (limit, online, ontoolong) {
    this.limit = limit
    this.online = online
    this.ontoolong = ontoolong
  }

  /** @param {Buffer} chunk */
  push (chunk) {
    let from = 0
    while (from < chunk.length) {
      const end = chunk.indexOf(NEWLINE, from)
      this.#take(chunk.subarray(from, end < 0 ? chunk.length : end))
      if (end < 0) return
      this.#finish()
      from = end + 1
    }
  }

  #take (part) {
    if (this.#skipping) return
    this.#length += part.length
    if (this.#length > this.limit) {
      this.#parts = []
      this.#skipping = true
      this.ontoolong()
      return
    }
    if (part.length > 0) this.#parts.push(part)
  }

  #finish () {
    const parts = this.#parts
    const skipped = this.#skipping
    this.#parts = []
    this.#length = 0
    this.#skipping = false
    // Joined before it is decoded: a character may lie on both sides of a cut.
    if (!skipped) this.online(Buffer.concat(parts).toString('utf8'))
  }
}

/**
 * Writes lines to a socket that may be read slowly. The page's events cannot be
 * held back, so what waits is bounded: beyond the limit the reader counts as
 * gone. Long before that the socket is not read from either, so that no more
 * answers are asked for.
 */
class LineWriter {
  /**
   * @param {import('node:net').Socket} socket
   * @param {{line: number, waiting: number, pause: number}} limits in bytes
   * @param {(why: string) => void} onstuck
   */
  constructor (socket, limits, onstuck) {
    this.socket = socket
    this.limits = limits
    this.onstuck = onstuck
    socket.on('drain', () => socket.resume())
  }

  /**
   * Sends an object and reports whether it was short enough to be sent.
   * @param {object} message
   */
  send (message) {
    const line = Buffer.from(JSON.stringify(message) + '\n')
    if (line.length - 1 > this.limits.line) return false
    if (this.socket.destroyed) return true // who reads is gone, and told
    this.socket.write(line)
    const waiting = this.socket.writableLength
    if (waiting > this.limits.waiting) {
      this.onstuck(`the client does not read: ${waiting} bytes wait for it`)
    } else if (waiting > this.limits.pause) {
      this.socket.pause()
    }
    return true
  }
}

module.exports = { LineReader, LineWriter }
