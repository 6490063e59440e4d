'use strict'
// Errors that the client is answered with.

class Failure extends Error {
  /**
   * @param {'not_found'|'refused'|'unsupported'|'timeout'|'invalid'|'lost'} kind
   * @param {string} message
   */
  constructor (kind, message) {
    super(message)
    this.kind = kind
  }
}

/** Waits for a promise, so many milliseconds at most. */
async function within (ms, promise, message) {
  let timer
  const late = new Promise((resolve, reject) => {
    timer = setTimeout(() => reject(new Failure('timeout', message)), ms)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

module.exports = { Failure, within }
