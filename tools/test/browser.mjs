// Plain JavaScript for Node 20, because it runs in the process of launch.mjs.
import { accessSync, constants, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

const commands = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * Returns the Chromium for tests:
 * - CHROMIUM_PATH if it is set
 * - on Linux on x64 the one of @sparticuz/chromium, so that every change is tested with the same version
 * - elsewhere the one of this machine
 * @returns {Promise<string>}
 */
export async function findBrowser() {
  if (process.env['CHROMIUM_PATH']) return process.env['CHROMIUM_PATH']
  if (process.platform === 'linux' && process.arch === 'x64') return packagedBrowser()
  const installed = findInstalled(commands, applications)
  if (installed) return installed
  throw new Error('There is no Chromium or Chrome here: install one, or say in CHROMIUM_PATH where it is.')
}

/**
 * Returns the Firefox for the tests of the main tasks: FIREFOX_PATH, or else the one of this machine.
 * @returns {string | undefined}
 */
export function findFirefox() {
  return (
    process.env['FIREFOX_PATH'] ||
    findInstalled(['firefox-esr', 'firefox'], ['/Applications/Firefox.app/Contents/MacOS/firefox'])
  )
}

/**
 * Returns the programs for tests in WebKit: the driver of WebKitGTK, its browser, and a virtual screen.
 * @returns {{ driver: string, browser: string, screen: string } | undefined} undefined unless all three are installed
 */
export function findWebKit() {
  const driver = findInstalled(['WebKitWebDriver'], [])
  const screen = findInstalled(['Xvfb'], [])
  const folders = ['x86_64-linux-gnu', 'aarch64-linux-gnu'].map((name) => join('/usr/lib', name, 'webkit2gtk-4.1'))
  const browser = findInstalled(
    [],
    [process.env['WEBKIT_PATH'] ?? '', ...folders.map((one) => join(one, 'MiniBrowser'))],
  )
  return driver && screen && browser ? { driver, browser, screen } : undefined
}

function findInstalled(names, places) {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...places].find(isExecutable)
}

/**
 * Unpacks the browser of @sparticuz/chromium, and returns the path of a script that starts it. The package is made for
 * AWS Lambda: with Lambda's variables it also unpacks the libraries that a bare machine lacks. The package reuses any
 * unpacked browser that it finds, so each version has its own folder.
 */
async function packagedBrowser() {
  const { devDependencies } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  const folder = join(tmpdir(), `asakai-chromium-${devDependencies['@sparticuz/chromium']}`)
  mkdirSync(folder, { recursive: true })
  const { FONTCONFIG_PATH, LD_LIBRARY_PATH, TMPDIR } = process.env
  process.env['AWS_LAMBDA_JS_RUNTIME'] ??= 'nodejs22.x'
  process.env['TMPDIR'] = folder
  const { default: chromium } = await import('@sparticuz/chromium')
  const executable = await chromium.executablePath()
  restore('TMPDIR', TMPDIR)
  // Only the browser may use the unpacked libraries. Node and PostgreSQL must use those of the machine.
  restore('LD_LIBRARY_PATH', LD_LIBRARY_PATH)
  // Skips the fonts of the package, which have no Japanese. Tests must see the same fonts with and without
  // CHROMIUM_PATH.
  restore('FONTCONFIG_PATH', FONTCONFIG_PATH)
  const launcher = join(folder, 'launch')
  const libraries = join(folder, 'al2023', 'lib')
  // Replaces the script in one step, because another process may be starting it.
  const written = `${launcher}-${process.pid}`
  writeFileSync(written, `#!/bin/sh\nLD_LIBRARY_PATH='${libraries}' exec '${executable}' "$@"\n`, { mode: 0o755 })
  renameSync(written, launcher)
  return launcher
}

function restore(name, value) {
  if (value === undefined) delete process.env[name]
  else process.env[name] = value
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
