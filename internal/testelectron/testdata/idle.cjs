'use strict'

const { app } = require('electron')

app.on('window-all-closed', () => {})
app.whenReady().then(() => process.stdout.write('ready\n'))
