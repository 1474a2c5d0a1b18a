import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '../tools/install.mjs'

/** The file of a server that shuts down after a signal, with the exit code `CODE`. */
const server = join(mkdtempSync(join(tmpdir(), 'asakai-run-')), 'server.mjs')
writeFileSync(
  server,
  `const waits = setInterval(() => {}, 1_000)
   for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
     process.on(signal, () => {
       console.log('stopped by ' + signal)
       clearInterval(waits)
       process.exitCode = Number(process.env.CODE)
     })
   console.log('ready')`,
)
const launcher = `import { run } from './cli/run.mjs'; import { starters } from './cli/starters.mjs'; run(process.execPath, process.env.SERVER, starters(), { restarts: Boolean(process.env.RESTARTS) })`

const script = '"$NODE" --input-type=module -e "$LAUNCHER"; exit $?'
/** The code of a stand-in for npm, which runs the script in a shell and waits for it. */
const npm = `const { spawn } = require('node:child_process')
  console.log('shell ' + spawn('sh', ['-c', process.env.npm_lifecycle_script], { stdio: 'inherit' }).pid)`

/**
 * Starts the launcher in a separate shell, as npm does.
 * @param before code that the launcher runs first
 * @param restarts whether a crashed server is restarted, '' for no
 * @param words the command that runs the launcher
 */
function start(before = '', restarts = '', [command, ...words] = ['sh', '-c', script]) {
  const shell = spawn(command, words, {
    cwd: root,
    env: {
      ...process.env,
      NODE: process.execPath,
      LAUNCHER: `${before};${launcher}`,
      SERVER: server,
      CODE: '3',
      RESTARTS: restarts,
      npm_lifecycle_event: 'start',
      npm_lifecycle_script: script,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true, // a separate process group, as in a terminal
  })
  let output = ''
  shell.stdout.on('data', (text: Buffer) => (output += text))
  const ended = once(shell, 'close') // the output closes when the server ends
  return { shell, ended, said: () => output }
}

const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)

describe.each([
  ['in the process of the start command', '', ''],
  ['as a child of the start command, on a Node without process.execve', 'delete process.execve', ''],
  ['below a supervisor in the process of the start command', '', 'yes'],
  [
    'below a supervisor that is a child of the start command, on a Node without process.execve',
    'delete process.execve',
    'yes',
  ],
])('a server runs %s', (_, before, restarts) => {
  test.each(['SIGINT', 'SIGTERM'] as const)(
    'the start command passes %s to the server, and the server’s exit code to npm',
    async (signal) => {
      const { shell, ended, said } = start(before, restarts)
      await expect.poll(said).toContain('ready')
      process.kill(childrenOf(shell.pid!)[0]!, signal)
      expect(await ended).toEqual([3, null])
      expect(said()).toContain(`stopped by ${signal}`)
    },
  )

  test('the server stops cleanly if the shell between npm and the server is killed', async () => {
    const { shell, ended, said } = start(before, restarts)
    await expect.poll(said).toContain('ready')
    shell.kill('SIGKILL')
    await ended
    expect(said()).toContain('stopped by SIGTERM')
  })

  test('the server stops cleanly if npm is killed', async () => {
    const { shell, ended, said } = start(before, restarts, [process.execPath, '-e', npm])
    await expect.poll(said).toContain('ready')
    shell.kill('SIGKILL')
    await ended
    expect(said()).toContain('stopped by SIGTERM')
  })
})

test('the start command leaves only the server process below the shell', async () => {
  const { shell, ended, said } = start()
  await expect.poll(said).toContain('ready')
  const [only, ...others] = childrenOf(shell.pid!)
  expect(others).toEqual([])
  expect(readFileSync(`/proc/${only}/cmdline`, 'utf8')).toContain(server)
  expect(childrenOf(only!)).toEqual([0])
  process.kill(only!, 'SIGTERM')
  await ended
})

test.each([
  ['the shell and npm if npm starts the server through a shell', script, 2],
  ['only npm if no shell is between npm and the server', 'node tools/launch.mjs start', 1],
])('the server watches %s', async (_, lifecycleScript, expected) => {
  const print = `import { starters } from './cli/starters.mjs'; console.log(starters().join())`
  const shell = spawn('sh', ['-c', script], {
    cwd: root,
    env: { ...process.env, NODE: process.execPath, LAUNCHER: print, npm_lifecycle_script: lifecycleScript },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  shell.stdout.on('data', (text: Buffer) => (said += text))
  await once(shell, 'close')
  expect(said.trim()).toBe([shell.pid, process.pid].slice(0, expected).join())
})
