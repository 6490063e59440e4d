'use strict'

const assert = require('node:assert/strict')
const { EventEmitter } = require('node:events')
const { test } = require('node:test')
const { Tab, PREFERENCES, CODES } = require('../tab.cjs')

const turn = () => new Promise(resolve => setImmediate(resolve))

/** A page whose commands are settled by the test. */
class Contents extends EventEmitter {
  id = 1
  opened = false
  asked = []
  log = []

  constructor () {
    super()
    const contents = this
    this.debugger = Object.assign(new EventEmitter(), {
      attached: false,
      isAttached () { return this.attached },
      attach () { this.attached = true; contents.log.push('attach') },
      detach () {
        this.attached = false
        contents.log.push('detach')
        for (const { reject } of contents.asked.splice(0)) reject(new Error('target closed while handling command'))
        this.emit('detach', {}, 'target closed')
      },
      sendCommand (method, params, sessionId) {
        return new Promise((resolve, reject) => contents.asked.push({ method, params, sessionId, resolve, reject }))
      }
    })
  }

  getURL () { return 'http://a.test/' }
  getTitle () { return 'A' }
  isDevToolsOpened () { return this.opened }
  openDevTools () {
    this.log.push(`open, ${this.debugger.attached ? 'attached' : 'free'}`)
    if (this.debugger.attached) return // without a word
    this.opened = true
    setImmediate(() => this.emit('devtools-opened'))
  }

  closeDevTools () {
    this.opened = false
    setImmediate(() => this.emit('devtools-closed'))
  }

  close () {
    this.debugger.emit('detach', {}, 'target closed')
    this.emit('destroyed')
  }
}

function made ({ seen = true, commandMs = 500, longest = Infinity } = {}) {
  const contents = new Contents()
  const told = []
  const carried = []
  const host = {
    shell: { active: null, seen: () => seen, changed () {}, activate (tab) { this.active = tab } },
    commandMs,
    tell: event => told.push([event.event, ...('active' in event ? [event.active] : [])].join(' ')),
    carry: (tab, message) => {
      if (JSON.stringify(message).length > longest) return false
      carried.push(message)
      return true
    },
    guard () {},
    gone: () => told.push('gone')
  }
  const tab = new Tab(host, { id: 't1', view: { webContents: contents }, bare: false })
  return { tab, contents, told, carried, host }
}

async function attached (options) {
  const all = made(options)
  all.contents.emit('dom-ready')
  await all.tab.attach()
  await turn()
  all.told.length = 0
  return all
}

test('pages get nothing of Node', () => {
  const { contextIsolation, sandbox, nodeIntegration, nodeIntegrationInSubFrames, nodeIntegrationInWorker, webviewTag, webSecurity } = PREFERENCES
  assert.deepEqual([contextIsolation, sandbox, webSecurity], [true, true, true])
  assert.deepEqual([nodeIntegration, nodeIntegrationInSubFrames, nodeIntegrationInWorker, webviewTag], [false, false, false, false])
  const { contents } = made()
  let prevented = false
  contents.emit('will-attach-webview', { preventDefault: () => { prevented = true } })
  assert.equal(prevented, true)
})

test('the debugger waits for the first document', async () => {
  const { tab, contents } = made()
  const attaching = tab.attach()
  await turn()
  assert.deepEqual(contents.log, [])
  contents.emit('dom-ready')
  await attaching
  assert.deepEqual(contents.log, ['attach'])
})

test('a page without a document is an error in time', async () => {
  const { tab, contents } = made({ commandMs: 20 })
  await assert.rejects(tab.attach(), { kind: 'timeout' })
  contents.emit('dom-ready')
  await tab.attach() // and can be tried again
})

test('a page has one stream at a time', async () => {
  const { tab, contents } = await attached()
  await assert.rejects(tab.attach(), { kind: 'refused' })
  tab.detach()
  await tab.attach()
  assert.deepEqual(contents.log, ['attach', 'detach', 'attach'])
})

test('a stream that ended while it waited for the document attaches nothing', async () => {
  const { tab, contents } = made()
  const attaching = tab.attach()
  tab.detach()
  contents.emit('dom-ready')
  await attaching
  assert.equal(contents.debugger.attached, false)
})

test('a window opened without an address is ready when it answers', async () => {
  const { host } = made()
  const contents = new Contents()
  contents.mainFrame = { executeJavaScript: async () => 0 }
  const tab = new Tab(host, { id: 't2', view: { webContents: contents }, bare: true })
  await tab.attach()
  assert.deepEqual(contents.log, ['attach'])
})

test('messages carry the session of a child frame both ways', async () => {
  const { tab, contents, carried } = await attached()
  tab.command({ id: 7, method: 'A.b', params: { x: 1 }, sessionId: 's' })
  tab.command({ id: 8, method: 'A.c' })
  assert.deepEqual(contents.asked.map(({ method, params, sessionId }) => [method, params, sessionId]), [['A.b', { x: 1 }, 's'], ['A.c', {}, undefined]])
  contents.debugger.emit('message', {}, 'A.e', { y: 2 }, 's')
  contents.debugger.emit('message', {}, 'A.f', {}, '')
  contents.asked[0].resolve({ z: 3 })
  contents.asked[1].reject(new Error("'A.c' wasn't found"))
  await turn()
  assert.deepEqual(carried, [
    { method: 'A.e', params: { y: 2 }, sessionId: 's' }, { method: 'A.f', params: {} },
    { id: 7, result: { z: 3 }, sessionId: 's' }, { id: 8, error: { code: -32601, message: "'A.c' wasn't found" } }
  ])
})

test('errors have the codes of the browser, of which Electron gives only the text', async () => {
  const { tab, contents, carried } = await attached()
  const codes = { 'Internal error': -32603, 'Internal error of something': -32000, 'Session with given id not found.': -32001 }
  for (const [id, text] of Object.keys(codes).entries()) {
    tab.command({ id, method: 'A.b' })
    contents.asked[id].reject(new Error(text))
  }
  await turn()
  assert.deepEqual(Object.fromEntries(carried.map(({ error }) => [error.message, error.code])), codes)
})

test('a command has a time limit, and its late answer is nobody\'s', async () => {
  const { tab, contents, carried } = await attached({ commandMs: 20 })
  tab.command({ id: 1, method: 'A.b' })
  await new Promise(resolve => setTimeout(resolve, 40))
  contents.asked[0].resolve({})
  await turn()
  assert.deepEqual(carried.map(({ id, error }) => [id, error?.code]), [[1, CODES.late]])
})

test('a picture is refused while the window is not seen', async () => {
  const { tab, contents, carried } = await attached({ seen: false })
  tab.command({ id: 1, method: 'Page.captureScreenshot' })
  assert.deepEqual(carried.map(({ error }) => error.code), [CODES.unseen])
  assert.equal(contents.asked.length, 0)
})

test('a picture that was asked for is refused when the window goes', async () => {
  const { tab, carried } = await attached()
  tab.command({ id: 1, method: 'Page.captureScreenshot' })
  tab.command({ id: 2, method: 'A.b' })
  tab.unseen()
  assert.deepEqual(carried.map(({ id, error }) => [id, error.code]), [[1, CODES.unseen]])
})

test('DevTools: the debugger leaves, and is back inside devtools-opened', async () => {
  const { tab, contents, told, carried } = await attached()
  contents.log.length = 0
  tab.command({ id: 1, method: 'A.b' })
  tab.openDevTools()
  tab.command({ id: 2, method: 'A.c' })
  tab.openDevTools() // a second click meanwhile
  await turn()
  assert.deepEqual(contents.log, ['detach', 'open, free', 'attach'])
  assert.deepEqual(told, ['takeover true', 'reattached'])
  assert.deepEqual(carried.map(({ id, error }) => [id, error.code]), [[1, CODES.away], [2, CODES.away]])
  tab.command({ id: 3, method: 'A.d' })
  contents.asked[0].resolve({})
  await turn()
  assert.deepEqual(carried.at(-1), { id: 3, result: {} })
  tab.closeDevTools()
  await turn()
  assert.deepEqual(told, ['takeover true', 'reattached', 'takeover false'])
})

test('DevTools that a person opens on a tab without a stream are told of', async () => {
  const { tab, contents, told } = made()
  contents.emit('dom-ready')
  await turn()
  told.length = 0
  tab.openDevTools()
  await turn()
  assert.deepEqual(told, ['takeover true'])
  assert.deepEqual(contents.log, ['open, free'])
})

test('an own detach is none of the page', async () => {
  const { tab, told } = await attached()
  tab.detach()
  await turn()
  assert.deepEqual(told, [])
})

test('a debugger that goes by itself ends the stream', async () => {
  const { contents, told } = await attached()
  contents.debugger.attached = false
  contents.debugger.emit('detach', {}, 'target closed')
  await turn()
  assert.deepEqual(told, ['detached'])
})

test('a page that closes is told of as that alone', async () => {
  const { tab, contents, told } = await attached()
  tab.command({ id: 1, method: 'A.b' })
  tab.close()
  await turn()
  assert.deepEqual(told, ['gone'])
  contents.emit('destroyed')
  assert.deepEqual(told, ['gone'])
})

test('an answer that is too long says so, an event that is ends the stream', async () => {
  const { tab, contents, told, carried } = await attached({ longest: 200 })
  tab.command({ id: 1, method: 'A.b' })
  contents.asked[0].resolve({ data: 'x'.repeat(300) })
  await turn()
  assert.deepEqual(carried.map(({ id, error }) => [id, error.code]), [[1, CODES.long]])
  contents.debugger.emit('message', {}, 'A.e', { data: 'x'.repeat(300) }, '')
  assert.deepEqual(told, ['detached'])
})

test('Page.bringToFront brings the tab to the front of the window', async () => {
  const { tab, host, carried } = await attached()
  tab.command({ id: 1, method: 'Page.bringToFront' })
  assert.equal(host.shell.active, tab)
  assert.deepEqual(carried, [{ id: 1, result: {} }])
})
