'use strict'

const assert = require('node:assert/strict')
const { test } = require('node:test')
const { stripAddress, stripCommand } = require('../strip.cjs')

const page = tabs => decodeURIComponent(stripAddress(tabs).replace(/^data:text\/html;charset=utf-8,/, ''))

test('a title is text, whatever it holds', () => {
  const html = page([{ id: 't1', title: '</a><script>x</script>"\' & \u202e\u0000 \ud83d', active: true }])
  assert.ok(!html.includes('<script'))
  assert.ok(!/[\u0000\u202e\ufffd]/.test(html))
  assert.ok(html.includes('&#60;/a&#62;&#60;script&#62;x'))
})

test('each tab has a link to come to the front and one to close', () => {
  const html = page([{ id: 't1', title: 'One', active: false }, { id: 't2', title: '', active: true }])
  const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, address]) => stripCommand(address))
  assert.deepEqual(links, [
    { action: 'activate', tab: 't1' }, { action: 'close', tab: 't1' },
    { action: 'activate', tab: 't2' }, { action: 'close', tab: 't2' }
  ])
  assert.ok(html.includes('New tab'))
})

test('other addresses ask for nothing', () => {
  assert.equal(stripCommand('https://example.com/activate/t1'), null)
})
