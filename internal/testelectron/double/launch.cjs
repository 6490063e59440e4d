'use strict'
// `electron [switches] script [arguments]`: runs the script as the main module
// of an application, with the double in place of Electron.

const path = require('node:path')

const script = process.argv.slice(2).find(arg => !arg.startsWith('-'))
if (!script) {
  process.stderr.write('testelectron: no script\n')
  process.exit(1)
}
require(path.resolve(script))
