'use strict'

const assert = require('node:assert/strict')
const { EventEmitter } = require('node:events')
const { test } = require('node:test')
const { LineReader, LineWriter } = require('../lines.cjs')

function reader (limit) {
  const got = { lines: [], toolong: 0 }
  got.reader = new LineReader(limit, line => got.lines.push(line), () => { got.toolong++ })
  return got
}

test('lines come out whole however they are cut', () => {
  const text = Buffer.from('{"a":"ä€𝄞"}\n\nlast\n')
  for (let size = 1; size <= text.length; size++) {
    const got = reader(100)
    for (let at = 0; at < text.length; at += size) got.reader.push(text.subarray(at, at + size))
    assert.deepEqual(got.lines, ['{"a":"ä€𝄞"}', '', 'last'], `pieces of ${size}`)
  }
})

test('what has no end is not given', () => {
  const got = reader(100)
  got.reader.push(Buffer.from('one\ntwo'))
  assert.deepEqual(got.lines, ['one'])
})

test('a line of the limit passes, a longer one is told once and skipped', () => {
  const got = reader(4)
  got.reader.push(Buffer.from('1234\n12345\n'))
  for (let i = 0; i < 1000; i++) got.reader.push(Buffer.from('flood'))
  got.reader.push(Buffer.from('\nok\n'))
  assert.deepEqual(got.lines, ['1234', 'ok'])
  assert.equal(got.toolong, 2)
})

class Socket extends EventEmitter {
  written = []
  writableLength = 0
  destroyed = false
  paused = false
  write (line) { this.written.push(line.toString()); this.writableLength += line.length }
  pause () { this.paused = true }
  resume () { this.paused = false }
}

function writer (limits) {
  const socket = new Socket()
  const stuck = []
  return { socket, stuck, writer: new LineWriter(socket, limits, why => stuck.push(why)) }
}

test('an object is a line; lone surrogates do not break it', () => {
  const { socket, writer: w } = writer({ line: 100, waiting: 1000, pause: 500 })
  assert.equal(w.send({ text: 'a\nb\ud83d' }), true)
  assert.deepEqual(socket.written, ['{"text":"a\\nb\\ud83d"}\n'])
})

test('an object that is too long is not sent', () => {
  const { socket, writer: w } = writer({ line: 20, waiting: 1000, pause: 500 })
  assert.equal(w.send({ text: 'x'.repeat(9) }), true) // 20 bytes
  assert.equal(w.send({ text: 'x'.repeat(10) }), false)
  assert.equal(socket.written.length, 1)
})

test('a client that reads slowly is asked for no more, and one that does not read is given up', () => {
  const { socket, stuck, writer: w } = writer({ line: 100, waiting: 100, pause: 40 })
  const message = { text: 'x'.repeat(18) } // 30 bytes with its end
  w.send(message)
  assert.equal(socket.paused, false)
  w.send(message)
  assert.equal(socket.paused, true)
  socket.writableLength = 0
  socket.emit('drain')
  assert.equal(socket.paused, false)
  for (let i = 0; i < 4; i++) w.send(message)
  assert.equal(stuck.length, 1)
})

test('nothing is written to a socket that is gone', () => {
  const { socket, writer: w } = writer({ line: 100, waiting: 100, pause: 40 })
  socket.destroyed = true
  assert.equal(w.send({}), true)
  assert.deepEqual(socket.written, [])
})
