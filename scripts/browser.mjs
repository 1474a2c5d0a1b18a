// Plain JavaScript for Node 20, as install.mjs.
import { accessSync, constants, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

const commands = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * The Chromium to test in: CHROMIUM_PATH, else this machine's, else the one that @sparticuz/chromium brings through
 * the registry (Linux on x64).
 * @returns {Promise<string>}
 */
export async function findBrowser() {
  if (process.env['CHROMIUM_PATH']) return process.env['CHROMIUM_PATH']
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const places = [...commands.flatMap((name) => folders.map((folder) => join(folder, name))), ...applications]
  const installed = places.find(isExecutable)
  if (installed) return installed
  if (process.platform === 'linux' && process.arch === 'x64') return packagedBrowser()
  throw new Error('There is no Chromium or Chrome here: install one, or say in CHROMIUM_PATH where it is.')
}

/** It is packed for AWS Lambda; told that it runs there, it unpacks the libraries that a bare machine lacks as well. */
async function packagedBrowser() {
  const { LD_LIBRARY_PATH } = process.env
  process.env['AWS_LAMBDA_JS_RUNTIME'] ??= 'nodejs22.x'
  const { default: chromium } = await import('@sparticuz/chromium')
  const executable = await chromium.executablePath()
  if (LD_LIBRARY_PATH === undefined) delete process.env['LD_LIBRARY_PATH']
  else process.env['LD_LIBRARY_PATH'] = LD_LIBRARY_PATH
  // Those libraries are for the browser alone, not for Node and PostgreSQL beside it.
  const launcher = join(tmpdir(), 'asakai-chromium')
  const libraries = join(tmpdir(), 'al2023', 'lib')
  writeFileSync(launcher, `#!/bin/sh\nLD_LIBRARY_PATH='${libraries}' exec '${executable}' "$@"\n`, { mode: 0o755 })
  return launcher
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
