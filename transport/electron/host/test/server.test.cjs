'use strict'

const assert = require('node:assert/strict')
const net = require('node:net')
const { test } = require('node:test')
const { Server } = require('../server.cjs')

/** A server and what happened to it. */
async function listening (t, lines = { in: 1000, out: 1000 }) {
  const got = { lines: [], toolong: 0, left: [] }
  const waiters = new Set()
  const changed = () => { for (const check of [...waiters]) check() }
  got.until = condition => new Promise(resolve => {
    const check = () => { if (condition()) { waiters.delete(check); resolve() } }
    waiters.add(check)
    check()
  })
  const server = new Server({
    token: 'secret',
    hello: { version: 1 },
    lines,
    onclient: client => { got.client = client; changed() },
    online: line => { got.lines.push(line); changed() },
    ontoolong: () => { got.toolong++; changed() },
    onleft: why => { got.left.push(why); changed() }
  })
  const port = await server.listen()
  t.after(() => server.close())
  /** Connects, sends a text, and gives all that comes until the end. */
  got.dial = (...texts) => {
    const socket = net.connect(port, '127.0.0.1')
    t.after(() => socket.destroy())
    for (const text of texts) socket.write(text)
    let all = ''
    socket.on('data', chunk => { all += chunk })
    socket.on('error', () => {})
    return { socket, heard: () => all, end: new Promise(resolve => socket.once('close', () => resolve(all))) }
  }
  return got
}

test('whoever knows the token is the client', async t => {
  const got = await listening(t)
  const { socket } = got.dial('{"token":"secret"}\n{"id":1}\n{"i', 'd":2}\n')
  await got.until(() => got.lines.length === 2)
  assert.deepEqual(got.lines, ['{"id":1}', '{"id":2}'])
  socket.end()
  await got.until(() => got.left.length > 0)
  assert.equal(got.left[0], '')
})

for (const [what, text] of Object.entries({
  'another token': '{"token":"wrong"}\n',
  'no token': '{}\n',
  null: 'null\n',
  'no JSON': 'GET / HTTP/1.1\n',
  'a first line without an end': 'x'.repeat(5000)
})) {
  test(`${what} is sent away without a word`, async t => {
    const got = await listening(t)
    assert.equal(await got.dial(text, '{"id":1}\n').end, '')
    assert.deepEqual(got.lines, [])
    assert.equal(got.client, undefined)
  })
}

test('a second client is refused, also with the token', async t => {
  const got = await listening(t)
  const first = got.dial('{"token":"secret"}\n')
  await got.until(() => got.client)
  const second = await got.dial('{"token":"secret"}\n{"id":9}\n').end
  assert.deepEqual(JSON.parse(second).error.kind, 'refused')
  first.socket.write('{"id":1}\n')
  await got.until(() => got.lines.length > 0)
  assert.deepEqual(got.lines, ['{"id":1}'])
  assert.deepEqual(got.left, [])
})

test('no more than a few wait before the door', async t => {
  const got = await listening(t)
  const waiting = Array.from({ length: 8 }, () => got.dial('{'))
  await Promise.all(waiting.map(({ socket }) => new Promise(resolve => socket.once('connect', resolve))))
  assert.equal(await got.dial('{"token":"secret"}\n').end, '')
  waiting[0].socket.write('"token":"secret"}\n')
  await got.until(() => got.client)
})

test('a line that is too long is told of, and the next is heard', async t => {
  const got = await listening(t)
  got.dial('{"token":"secret"}\n', 'x'.repeat(2000) + '\n{"id":1}\n')
  await got.until(() => got.lines.length > 0)
  assert.deepEqual([got.lines, got.toolong], [['{"id":1}'], 1])
})

test('a client that does not read is given up', async t => {
  const got = await listening(t, { in: 1000, out: 8 << 20 })
  const { socket } = got.dial('{"token":"secret"}\n')
  await got.until(() => got.client)
  socket.pause()
  const message = { text: 'x'.repeat(4 << 20) }
  for (let i = 0; i < 64 && got.left.length === 0; i++) got.client.send(message)
  assert.match(got.left[0], /does not read/)
})
