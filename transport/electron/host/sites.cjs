'use strict'
// What addresses may be gone to: the rules of holdfast's package browser/site,
// read the same way. That package tells the form of a rule; a test compares the
// two on the same addresses. Addresses are taken apart by the URL class, which
// is what browsers do.

const DEFAULT_PORTS = { 'http:': 80, 'ws:': 80, 'https:': 443, 'wss:': 443 }

/**
 * @typedef {{scheme: string, host: string, port: number, credentials: boolean, address: string, rest: string}} Address
 * @typedef {{allowed: boolean, reason: string, rule: string, address: string}} Verdict
 */

/**
 * Takes an address apart, or gives null where no browser accepts it.
 * @param {string} text
 * @returns {Address | null}
 */
function parse (text) {
  let url
  try {
    url = new URL(text)
  } catch {
    return null
  }
  const credentials = url.username !== '' || url.password !== ''
  url.username = ''
  url.password = ''
  const scheme = url.protocol.slice(0, -1)
  const port = DEFAULT_PORTS[url.protocol]
  if (port === undefined) {
    return { scheme, host: '', port: 0, credentials, address: url.href, rest: url.href.slice(url.protocol.length) }
  }
  const host = url.hostname.replace(/\.$/, '')
  // No name resolves with an empty part at its end, and rules mean something by a star.
  if (host === '' || host.endsWith('.') || host.includes('*')) return null
  return { scheme, host, port: url.port === '' ? port : Number(url.port), credentials, address: url.href, rest: '' }
}

/**
 * The IPv4 address that an IPv6 host holds and leads to (mapped, translated by
 * RFC 6052, compatible), or ''.
 * @param {string} host
 */
function within (host) {
  if (!host.startsWith('[')) return ''
  const words = expand(host.slice(1, -1))
  const last = words.slice(6).map(n => `${n >> 8}.${n & 0xff}`).join('.')
  const prefix = words.slice(0, 6).map(n => n.toString(16)).join(':')
  const mapped = prefix === '0:0:0:0:0:ffff'
  const translated = prefix === '64:ff9b:0:0:0:0'
  const compatible = prefix === '0:0:0:0:0:0' && words[6] >> 8 !== 0
  return mapped || translated || compatible ? last : ''
}

/** The eight words of an IPv6 address in the URL class's spelling. */
function expand (text) {
  const [head, tail] = text.split('::')
  const words = part => part ? part.split(':').map(word => parseInt(word, 16)) : []
  if (tail === undefined) return words(head)
  const before = words(head)
  const after = words(tail)
  return [...before, ...Array(8 - before.length - after.length).fill(0), ...after]
}

/** One line of a list. */
class Rule {
  /** @param {string} text */
  constructor (text) {
    const wrong = what => new Error(`the rule ${JSON.stringify(text)} ${what}`)
    this.text = text.trim()
    this.scheme = '' // any
    this.port = 0 // any
    this.below = false // hosts below it, too
    let rest = this.text
    const scheme = /^(.*?):\/\//.exec(rest)
    if (scheme) {
      this.scheme = scheme[1].toLowerCase()
      rest = rest.slice(scheme[0].length)
      if (this.scheme !== 'http' && this.scheme !== 'https') throw wrong('has another scheme than http and https')
    }
    rest = rest.replace(/\/$/, '')
    if (rest === '') throw wrong('names no host')
    if (/[/\\?#]/.test(rest)) throw wrong('has a path; rules name sites, with all their paths')
    if (rest.includes('@')) throw wrong('has a user name; rules name sites')
    if (rest.split(':').length > 2 && !rest.startsWith('[')) rest = `[${rest}]` // an IPv6 address alone
    const port = /^(\[[^\]]*\]|[^:[]*):(.*)$/.exec(rest)
    if (port) {
      rest = port[1]
      this.port = /^\d+$/.test(port[2]) ? Number(port[2]) : 0
      if (this.port < 1 || this.port > 65535) throw wrong('names no port')
    }
    this.host = ''
    if (rest === '*') return // any
    if (rest.startsWith('*.')) {
      this.below = true
      rest = rest.slice(2)
    }
    if (rest.includes('*')) throw wrong('has a * elsewhere than at the beginning of the host')
    const address = parse(`http://${rest}/`)
    if (!address || /\s/.test(rest)) throw wrong('names no host that browsers accept')
    this.host = address.host
    if (this.below && (this.host.startsWith('[') || /^[\d.]+$/.test(this.host))) throw wrong('has a * before an IP address')
  }

  #matches (address, host, scheme = this.scheme, own = this.host) {
    if (scheme !== '' && scheme !== address.scheme) return false
    if (this.port !== 0 && this.port !== address.port) return false
    return own === '' || own === host || (this.below && host.endsWith('.' + own))
  }

  /** Allowing reads narrowly: a port without a scheme is allowed with one scheme. */
  allows (address) {
    let scheme = this.scheme
    if (this.port !== 0 && scheme === '') scheme = this.port === 443 ? 'https' : 'http'
    return this.#matches(address, address.host, scheme)
  }

  /** Blocking reads widely: all that leads to the same place is the same. */
  blocks (address) {
    if (this.#matches(address, address.host)) return true
    const inner = within(address.host)
    if (inner !== '' && this.#matches(address, inner)) return true
    const own = within(this.host)
    return own !== '' && (this.#matches(address, address.host, this.scheme, own) || this.#matches(address, inner, this.scheme, own))
  }
}

/** An allow list and a block list. */
class Sites {
  /** @param {{allow?: string[], block?: string[], strict?: boolean} | null} [lists] throws on a rule that is none */
  constructor (lists) {
    this.allow = (lists?.allow ?? []).map(text => new Rule(text))
    this.block = (lists?.block ?? []).map(text => new Rule(text))
    this.strict = lists?.strict === true
  }

  /** Whether there are rules at all; without, only schemes are judged. */
  get active () { return this.allow.length > 0 || this.block.length > 0 }

  /**
   * Judges the address of a document or a request of a page.
   * @param {string} text
   * @returns {Verdict}
   */
  check (text) {
    const address = parse(text)
    if (!address) return { allowed: false, reason: 'invalid', rule: '', address: '' }
    const verdict = { allowed: true, reason: '', rule: '', address: address.address }
    const refuse = reason => ({ ...verdict, allowed: false, reason })
    switch (address.scheme) {
      case 'data': case 'about': case 'chrome-error':
        return verdict
      case 'blob': case 'filesystem': {
        const inner = parse(address.rest)
        if (inner && inner.host !== '') return this.#judge(inner, verdict)
        return /^file:/i.test(address.rest) ? refuse('scheme') : verdict
      }
      case 'ws': case 'wss':
        if (address.credentials && this.active) return refuse('credentials')
        return this.#judge({ ...address, scheme: address.scheme === 'ws' ? 'http' : 'https' }, verdict)
      case 'http': case 'https':
        if (address.credentials && this.active) return refuse('credentials')
        return this.#judge(address, verdict)
    }
    return refuse('scheme')
  }

  #judge (address, verdict) {
    const blocked = this.block.find(rule => rule.blocks(address))
    if (blocked) return { ...verdict, allowed: false, reason: 'blocked', rule: blocked.text }
    if (this.allow.length === 0) return verdict
    const allowed = this.allow.find(rule => rule.allows(address))
    if (!allowed) return { ...verdict, allowed: false, reason: 'not_listed' }
    return { ...verdict, rule: allowed.text }
  }
}

module.exports = { Sites, parse }
