'use strict'
// That the verdicts are those of package browser/site is shown by a test in Go,
// which asks both. Here is what is particular to pages in a window.

const assert = require('node:assert/strict')
const { EventEmitter } = require('node:events')
const { test } = require('node:test')
const { Guard } = require('../guard.cjs')
const { Sites } = require('../sites.cjs')

test('without lists only schemes are judged', () => {
  const sites = new Sites(null)
  assert.equal(sites.active, false)
  for (const address of ['http://a.test/', 'https://u:p@a.test/', 'about:blank', 'data:text/html,x', 'blob:http://a.test/1', 'wss://a.test/']) {
    assert.equal(sites.check(address).allowed, true, address)
  }
  for (const address of ['file:///etc/hostname', 'chrome://version', 'devtools://devtools/x', 'mailto:a@b.test', 'view-source:http://a.test', 'javascript:1', 'ssh://a.test']) {
    assert.equal(sites.check(address).reason, 'scheme', address)
  }
  assert.equal(sites.check('http://').reason, 'invalid')
})

test('a rule that is none says so', () => {
  for (const rule of ['', 'ftp://a.test', 'a.test/path', 'u@a.test', 'a.*.test', '*.1.2.3.4', 'a.test:0', 'a.test:99999', 'a.test:x', 'a b']) {
    assert.throws(() => new Sites({ allow: [rule] }), { message: /^the rule / }, rule)
  }
})

class Session extends EventEmitter {
  granted = []
  webRequest = { onBeforeRequest: (...args) => { this.filter = args.length > 1 ? args[0] : null; this.listener = args.at(-1) } }
  setPermissionRequestHandler (handler) { this.request = handler }
  setPermissionCheckHandler (handler) { this.check = handler }
  setDevicePermissionHandler (handler) { this.device = handler }
  /** Whether a request would go out. */
  lets (resourceType, url, webContentsId = 1) {
    if (!this.listener || (this.filter?.types && !this.filter.types.includes(resourceType))) return true
    let cancelled
    this.listener({ resourceType, url, webContentsId }, ({ cancel }) => { cancelled = cancel })
    return !cancelled
  }
}

function guarded (lists) {
  const session = new Session()
  const blocked = []
  const guard = new Guard(session, entry => blocked.push(`${entry.tab} ${entry.kind} ${entry.url} ${entry.reason} ${entry.rule}`))
  guard.apply(lists)
  const contents = Object.assign(new EventEmitter(), { id: 1 })
  guard.watch(contents, { id: 't1' })
  /** Whether a navigation would go on. */
  const goes = (event, url, isMainFrame = true) => {
    let prevented = false
    contents.emit(event, { url, isMainFrame, preventDefault: () => { prevented = true } })
    return !prevented
  }
  return { session, blocked, guard, contents, goes }
}

test('every permission is denied and no download begins', () => {
  const { session } = guarded(null)
  let granted = null
  session.request(null, 'geolocation', answer => { granted = answer })
  assert.equal(granted, false)
  assert.equal(session.check(), false)
  assert.equal(session.device(), false)
  let prevented = false
  session.emit('will-download', { preventDefault: () => { prevented = true } })
  assert.equal(prevented, true)
})

test('no request is looked at without a list, and none any more when it is taken away', () => {
  const { session, guard } = guarded(null)
  assert.equal(session.listener, null)
  guard.apply({ block: ['b.test'] })
  assert.equal(session.lets('mainFrame', 'http://b.test/'), false)
  guard.apply(null)
  assert.equal(session.listener, null)
})

test('documents are held to the lists, with every hop of a redirect', () => {
  const { session, blocked, goes } = guarded({ allow: ['*.a.test'], block: ['x.a.test'] })
  assert.equal(session.lets('mainFrame', 'http://a.test/'), true)
  assert.equal(session.lets('mainFrame', 'http://x.a.test/'), false)
  assert.equal(session.lets('subFrame', 'http://b.test/'), false)
  assert.equal(session.lets('image', 'http://b.test/'), true)
  assert.equal(session.lets('webSocket', 'ws://b.test/'), true)
  assert.equal(goes('will-frame-navigate', 'http://a.test/'), true)
  assert.equal(goes('will-frame-navigate', 'http://x.a.test/'), false)
  assert.equal(goes('will-redirect', 'http://b.test/'), false)
  assert.deepEqual(blocked, [
    't1 document http://x.a.test/ blocked x.a.test', 't1 frame http://b.test/ not_listed ',
    't1 document http://x.a.test/ blocked x.a.test', 't1 document http://b.test/ not_listed '
  ])
})

test('a frame that may not go somewhere shows nothing, rather than what it showed before', () => {
  const { session, goes } = guarded({ block: ['b.test'] })
  assert.equal(goes('will-frame-navigate', 'http://b.test/', false), true) // the session stops it
  assert.equal(session.lets('subFrame', 'http://b.test/'), false)
  assert.equal(goes('will-frame-navigate', 'file:///etc/hostname', false), false) // nobody else would
})

test('strict lists hold every request, web sockets too', () => {
  const { session } = guarded({ allow: ['https://a.test'], strict: true })
  assert.equal(session.lets('image', 'https://a.test/i.png'), true)
  assert.equal(session.lets('image', 'https://b.test/i.png'), false)
  assert.equal(session.lets('webSocket', 'wss://a.test/'), true)
  assert.equal(session.lets('webSocket', 'ws://a.test/'), false)
  assert.equal(session.lets('xhr', 'https://b.test/'), false)
})

test('DevTools load what they need, pages do not get there', () => {
  const { session } = guarded({ allow: ['a.test'], strict: true })
  assert.equal(session.lets('mainFrame', 'devtools://devtools/bundled/inspector.html', 7), true)
  assert.equal(session.lets('mainFrame', 'devtools://devtools/bundled/inspector.html', 1), false)
})

test('other schemes are refused without any list', () => {
  const { goes, guard, blocked } = guarded(null)
  assert.equal(goes('will-frame-navigate', 'https://a.test/'), true)
  assert.equal(goes('will-frame-navigate', 'mailto:a@b.test'), false)
  assert.equal(guard.letsOpen({ id: 't1' }, 'file:///etc/hostname'), false)
  assert.equal(guard.letsOpen({ id: 't1' }, ''), true)
  assert.equal(guard.letsOpen({ id: 't1' }, 'about:blank'), true)
  assert.deepEqual(blocked, ['t1 document mailto:a@b.test scheme ', 't1 popup file:///etc/hostname scheme '])
})
