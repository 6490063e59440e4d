'use strict'
// A packaged application that embeds the window host: scripts among its
// arguments are ignored, and the branch for the host comes before its lock.

const { app } = require('electron')

if (process.env.HOLDFAST_ELECTRON_HOST) {
  require(process.env.HOLDFAST_ELECTRON_HOST)
} else {
  app.whenReady().then(() => {
    process.stdout.write('the application itself runs\n')
    app.quit()
  })
}
