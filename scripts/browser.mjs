// Plain JavaScript for Node 20, as install.mjs.
import { accessSync, constants, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

const commands = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * The Chromium to test in: CHROMIUM_PATH, else the one that @sparticuz/chromium brings through the registry (Linux on
 * x64), so that every change meets the same one, else this machine's.
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
 * The Firefox to try the main jobs in: FIREFOX_PATH, else this machine's.
 * @returns {string | undefined}
 */
export function findFirefox() {
  return (
    process.env['FIREFOX_PATH'] ||
    findInstalled(['firefox-esr', 'firefox'], ['/Applications/Firefox.app/Contents/MacOS/firefox'])
  )
}

/**
 * What WebKit is tried with: the driver of WebKitGTK, the browser that it starts, and a screen without a monitor.
 * @returns {{ driver: string, browser: string, screen: string } | undefined} nothing unless all three are installed
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
 * It is packed for AWS Lambda; told that it runs there, it unpacks the libraries that a bare machine lacks as well. It takes
 * whatever browser it finds unpacked for its own, so each version has a folder.
 */
async function packagedBrowser() {
  const { devDependencies } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  const folder = join(tmpdir(), `asakai-chromium-${devDependencies['@sparticuz/chromium']}`)
  mkdirSync(folder, { recursive: true })
  const { FONTCONFIG_PATH, LD_LIBRARY_PATH, TMPDIR } = process.env
  process.env['AWS_LAMBDA_JS_RUNTIME'] ??= 'nodejs22.x'
  process.env['TMPDIR'] = folder
  const { default: chromium } = await import('@sparticuz/chromium')
  const executable = await chromium.executablePath()
  restore('TMPDIR', TMPDIR)
  // Those libraries are for the browser alone, not for Node and PostgreSQL beside it.
  restore('LD_LIBRARY_PATH', LD_LIBRARY_PATH)
  // Nor its fonts, which have no Japanese: who gives CHROMIUM_PATH and who does not shall see the same letters.
  restore('FONTCONFIG_PATH', FONTCONFIG_PATH)
  const launcher = join(folder, 'launch')
  const libraries = join(folder, 'al2023', 'lib')
  // Put in its place whole: another process may be starting it at this moment.
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
