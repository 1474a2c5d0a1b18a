#!/usr/bin/env node
// The command `asakai` of a release, with the commands that a clone has as npm scripts. npm installs it below
// node_modules, where Node strips no types, so everything beside it is JavaScript (tools/release). Plain JavaScript
// for Node 20, because it must be able to reject Node 20.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { commandNames } from './command-names.mjs'
import { run } from './run.mjs'
import { starters } from './starters.mjs'

const inRelease = (path) => new URL(`../${path}`, import.meta.url)

const { version, engines } = JSON.parse(readFileSync(inRelease('package.json'), 'utf8'))
const oldest = Number(engines.node.slice('>='.length))

const [name = 'start'] = process.argv.splice(2, 1)
const { node } = process.versions
if (Number(node.split('.')[0]) < oldest) fail(`Asakai needs Node ${oldest} or newer; this is ${node}.`)
else if (name === '--version') console.log(version)
else if (name === 'start') run(process.execPath, fileURLToPath(inRelease('server/main.js')), starters())
else if (commandNames.includes(name)) {
  delete process.env['INIT_CWD'] // set by npm; the commands of a release take file names from the current folder
  await import(inRelease(`cli/${name}.js`))
} else fail(`Unknown command ${name}. Usage: asakai [${['start', ...commandNames, '--version'].join(' | ')}]`)

function fail(sentence) {
  console.error(sentence)
  process.exitCode = 1
}
