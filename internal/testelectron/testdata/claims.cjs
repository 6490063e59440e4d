'use strict'
// What the window host of transport/electron relies on, asked of whatever
// Electron runs this: `electron claims.cjs`. Each claim is a line of output, "ok"
// or "not ok"; the double and a real Electron must say the same.

const http = require('node:http')
const { app, BaseWindow, WebContentsView, session } = require('electron')

/** What must not happen is waited for so long, in milliseconds. */
const NEVER_MS = 200
/** What must happen is waited for so long. */
const LIMIT_MS = 10_000

const sleep = ms => new Promise(resolve => setTimeout(resolve, ms))

function once (emitter, event) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no '${event}'`)), LIMIT_MS)
    emitter.once(event, (...args) => { clearTimeout(timer); resolve(args) })
  })
}

/** Whether a promise is still open after a while. */
const hangs = promise => Promise.race([promise.then(() => false, () => false), sleep(NEVER_MS).then(() => true)])

/** The message of what a promise, or a call, fails with. */
async function failure (start) {
  try {
    await start()
  } catch (error) {
    return error.message
  }
  return ''
}

function equal (got, want) {
  if (JSON.stringify(got) !== JSON.stringify(want)) throw new Error(`${JSON.stringify(got)} instead of ${JSON.stringify(want)}`)
}

let window
let base
let contents // of a page that is loaded

/** A view in the window, of which nothing is loaded yet. */
function view (options = {}) {
  const made = new WebContentsView({ webPreferences: { sandbox: true }, ...options })
  window.contentView.addChildView(made)
  made.setBounds({ x: 0, y: 36, width: 800, height: 564 })
  return made
}

async function loaded (path) {
  const { webContents } = view()
  const ready = once(webContents, 'dom-ready')
  webContents.loadURL(base + path)
  await ready
  return webContents
}

const evaluate = async expression => (await contents.debugger.sendCommand('Runtime.evaluate', { expression, returnByValue: true, userGesture: true })).result.value

const claims = {
  'a page that loads nothing is never ready, and a debugger that comes before hangs': async () => {
    const { webContents } = view()
    let ready = false
    webContents.once('dom-ready', () => { ready = true })
    await sleep(NEVER_MS)
    equal(ready, false)
    webContents.debugger.attach('1.3')
    equal(await hangs(webContents.debugger.sendCommand('Page.enable')), true)
    webContents.close()
  },
  'about:blank is ready when it was loaded': async () => {
    const { webContents } = view()
    const ready = once(webContents, 'dom-ready')
    webContents.loadURL('about:blank')
    await ready
    equal(webContents.getURL(), 'about:blank')
    const destroyed = once(webContents, 'destroyed')
    webContents.close()
    await destroyed
    equal(webContents.isDestroyed(), true)
  },
  'a view takes its size from its bounds': async () => {
    contents = await loaded('/start')
    contents.debugger.attach('1.3')
    equal(await evaluate('`${innerWidth}x${innerHeight}`'), '800x564')
  },
  'a debugger is one': async () => {
    equal(await failure(() => contents.debugger.attach('1.3')), 'Debugger is already attached to the target')
  },
  'errors have no code': async () => {
    equal(await failure(() => contents.debugger.sendCommand('Nobody.knows')), "'Nobody.knows' wasn't found")
    equal(await failure(() => contents.debugger.sendCommand('Runtime.evaluate', {}, '')), 'Empty session id is not allowed')
  },
  'the browser is not within reach': async () => {
    for (const method of ['Browser.getVersion', 'Target.createTarget', 'Target.getTargets', 'Fetch.enable']) {
      if (await failure(() => contents.debugger.sendCommand(method)) === '') throw new Error(`${method} is answered`)
    }
  },
  'frames of other processes have sessions of their own': async () => {
    const heard = []
    const listen = (event, method, params, sessionId) => heard.push({ method, params, sessionId })
    contents.debugger.on('message', listen)
    await contents.debugger.sendCommand('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: true })
    await evaluate(`document.body.append(Object.assign(document.createElement('iframe'), { src: ${JSON.stringify(base.replace('127.0.0.1', 'localhost') + '/child')} })), 1`)
    for (let end = Date.now() + LIMIT_MS; !heard.some(m => m.method === 'Target.attachedToTarget');) {
      if (Date.now() > end) throw new Error('no session came')
      await sleep(10)
    }
    const { sessionId } = heard.find(m => m.method === 'Target.attachedToTarget').params
    const { result } = await contents.debugger.sendCommand('Runtime.evaluate', { expression: 'location.hostname' }, sessionId)
    equal(result.value, 'localhost')
    await contents.debugger.sendCommand('Runtime.enable', {}, sessionId)
    equal(heard.some(m => m.method === 'Runtime.executionContextCreated' && m.sessionId === sessionId), true)
    contents.debugger.off('message', listen)
  },
  'openDevTools does nothing while a debugger is attached': async () => {
    let opened = false
    contents.once('devtools-opened', () => { opened = true })
    contents.openDevTools({ mode: 'detach' })
    await sleep(NEVER_MS)
    equal([opened, contents.isDevToolsOpened()], [false, false])
    contents.removeAllListeners('devtools-opened')
  },
  'an own detach says what every detach says, and settles the commands': async () => {
    const told = once(contents.debugger, 'detach')
    const pending = failure(() => contents.debugger.sendCommand('Runtime.evaluate', { expression: 'new Promise(() => {})', awaitPromise: true }))
    contents.debugger.detach()
    equal((await told)[1], 'target closed')
    equal(await pending, 'target closed while handling command')
    equal(await failure(() => contents.debugger.sendCommand('Page.enable')), 'No target available')
  },
  'with DevTools open a debugger can be attached, at once': async () => {
    const opened = once(contents, 'devtools-opened').then(() => contents.debugger.attach('1.3'))
    contents.openDevTools({ mode: 'detach' })
    await opened
    equal(await evaluate('1 + 1'), 2)
    const closed = once(contents, 'devtools-closed')
    contents.closeDevTools()
    await closed
    equal(await evaluate('1 + 2'), 3)
  },
  'a window that is minimised has no size, and restoring it fires no resize': async () => {
    const good = window.getContentBounds()
    let resized = 0
    const count = () => { resized++ }
    window.on('resize', count)
    const minimised = once(window, 'minimize')
    window.minimize()
    await minimised
    equal(window.isMinimized(), true)
    equal([window.getContentBounds().width, window.getContentBounds().height], [0, 0])
    equal(await hangs(contents.debugger.sendCommand('Page.captureScreenshot')), true)
    const restored = once(window, 'restore')
    window.restore()
    await restored
    equal(window.getContentBounds(), good)
    equal(resized, 0)
    window.off('resize', count)
  },
  'a window that is hidden gives no picture, and says when it is shown again': async () => {
    const hidden = once(window, 'hide')
    window.hide()
    await hidden
    equal(window.isVisible(), false)
    equal(await hangs(contents.debugger.sendCommand('Page.captureScreenshot')), true)
    const shown = once(window, 'show')
    window.show()
    await shown
    const { data } = await contents.debugger.sendCommand('Page.captureScreenshot')
    equal(data.length > 0, true)
  },
  'titles are told': async () => {
    const titled = once(contents, 'page-title-updated')
    contents.loadURL(base + '/second')
    await titled
    await once(contents, 'did-finish-load').catch(() => {})
    await sleep(100)
    equal(contents.getTitle(), 'Page /second')
    const again = once(contents, 'page-title-updated')
    await evaluate(`document.title = 'By script', 1`)
    equal((await again)[1], 'By script')
  },
  'a window that a page opens is adopted, with its opener': async () => {
    let asked
    let popup
    contents.setWindowOpenHandler(details => {
      asked = details.url
      return {
        action: 'allow',
        createWindow: ({ webContents }) => {
          popup = view({ webContents }).webContents
          return popup
        }
      }
    })
    await evaluate(`window.opened = open('/popup'), 1`)
    for (let end = Date.now() + LIMIT_MS; !popup || popup.getTitle() !== 'Page /popup';) {
      if (Date.now() > end) throw new Error('it did not come')
      await sleep(10)
    }
    equal(asked, base + '/popup')
    equal(await evaluate('window.opened.location.pathname'), '/popup')
    popup.close()
  },
  'a link clicked with Control has no page yet, and is asked about': async () => {
    const opened = []
    contents.setWindowOpenHandler(({ url, disposition }) => ({
      action: 'allow',
      createWindow: ({ webContents }) => {
        opened.push(`${url.slice(base.length)} ${disposition} ${webContents === undefined}`)
        const made = view().webContents
        made.loadURL(base + '/linked').then(() => made.close())
        return made
      }
    }))
    const { x, y } = await evaluate(`(() => { const { x, y } = document.querySelector('a').getBoundingClientRect(); return { x: x + 5, y: y + 5 } })()`)
    for (const type of ['mousePressed', 'mouseReleased']) {
      await contents.debugger.sendCommand('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1, modifiers: 2 })
    }
    for (let end = Date.now() + LIMIT_MS; opened.length === 0;) {
      if (Date.now() > end) throw new Error('no window came')
      await sleep(10)
    }
    equal(opened, ['/linked background-tab true'])
  },
  'a session of another page is not within reach': async () => {
    const other = await loaded('/other')
    other.debugger.attach('1.3')
    const child = once(contents.debugger, 'message')
    await contents.debugger.sendCommand('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: true })
    await evaluate(`document.body.append(Object.assign(document.createElement('iframe'), { src: ${JSON.stringify(base.replace('127.0.0.1', 'localhost') + '/child')} })), 1`)
    const [, , { sessionId }] = await child
    equal(await failure(() => other.debugger.sendCommand('Runtime.enable', {}, sessionId)), 'Session with given id not found.')
    other.close()
  },
  'what a page wants is asked about, what the program wants is not': async () => {
    const asked = []
    const listen = event => {
      asked.push(event.url.slice(base.length))
      if (event.url.endsWith('/no')) event.preventDefault()
    }
    contents.on('will-frame-navigate', listen)
    await evaluate(`location.href = '/no', 1`)
    await sleep(NEVER_MS)
    equal(await evaluate('location.pathname'), '/second')
    await contents.loadURL(base + '/third')
    await contents.debugger.sendCommand('Page.navigate', { url: base + '/fourth' })
    await sleep(NEVER_MS)
    equal(asked, ['/no'])
    contents.off('will-frame-navigate', listen)
  },
  'every hop of a redirect is asked about, and can be stopped': async () => {
    const redirected = []
    contents.once('will-redirect', event => {
      redirected.push(event.url.slice(base.length))
      event.preventDefault()
    })
    await contents.debugger.sendCommand('Page.navigate', { url: base + '/redirect' }).catch(() => {})
    equal(redirected, ['/target'])
    equal(await evaluate('location.pathname'), '/fourth')
  },
  'requests can be cancelled': async () => {
    const asked = []
    session.defaultSession.webRequest.onBeforeRequest({ urls: ['<all_urls>'], types: ['mainFrame', 'subFrame'] }, (details, callback) => {
      asked.push(`${details.resourceType} ${details.url.slice(base.length)} ${details.webContentsId === contents.id}`)
      callback({ cancel: true })
    })
    const reply = await contents.debugger.sendCommand('Page.navigate', { url: base + '/cancelled' })
    equal(reply.errorText, 'net::ERR_BLOCKED_BY_CLIENT')
    equal(asked, ['mainFrame /cancelled true'])
    session.defaultSession.webRequest.onBeforeRequest(null)
    await contents.loadURL(base + '/start')
  },
  'a permission that is denied is denied': async () => {
    const { result } = await contents.debugger.sendCommand('Runtime.evaluate', {
      expression: `navigator.permissions.query({ name: 'geolocation' }).then(status => status.state)`, awaitPromise: true
    })
    equal(result.value, 'denied')
  },
  'a page that closes says target closed and destroyed': async () => {
    const detached = once(contents.debugger, 'detach')
    const destroyed = once(contents, 'destroyed')
    contents.close()
    equal((await detached)[1], 'target closed')
    await destroyed
  }
}

app.on('window-all-closed', () => {})
app.whenReady().then(async () => {
  session.defaultSession.setPermissionRequestHandler((asking, permission, callback) => callback(false))
  session.defaultSession.setPermissionCheckHandler(() => false)
  const server = http.createServer((request, response) => {
    if (request.url === '/redirect') return response.writeHead(302, { location: '/target' }).end()
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html><title>Page ${request.url}</title><p>${request.url} <a href="/linked">link</a>`)
  })
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${server.address().port}`
  window = new BaseWindow({ width: 800, height: 600, show: true })
  for (const [claim, check] of Object.entries(claims)) {
    try {
      await check()
      process.stdout.write(`ok ${claim}\n`)
    } catch (error) {
      process.stdout.write(`not ok ${claim}: ${error.message}\n`)
    }
  }
  app.exit(0)
})
