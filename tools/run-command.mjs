// Plain JavaScript for Node 20, because it runs in the process of launch.mjs.
import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { root } from './install.mjs'

/** The environment of commands: the first `node` in PATH is the pinned one. */
export const environment = {
  ...process.env,
  PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env['PATH'] ?? ''}`,
  FORCE_COLOR: '0',
}

/**
 * @param [most] milliseconds, after which the command has failed: it gets SIGTERM, and ten seconds later SIGKILL
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
export function runCommand([name, ...options], env = environment, most) {
  return new Promise((resolve) => {
    const shell = process.platform === 'win32'
    const child = spawn(name, options, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'], shell })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
    const late = []
    if (most !== undefined) {
      late.push(
        setTimeout(() => child.kill('SIGTERM'), most),
        setTimeout(() => child.kill('SIGKILL'), most + 10_000),
      )
    }
    child.on('error', (error) => resolve({ ok: false, output: String(error) }))
    child.on('close', (code) => {
      for (const each of late) clearTimeout(each)
      resolve({ ok: code === 0, output })
    })
  })
}

export const indent = (text) => text.replace(/^(?=.)/gm, '    ')
