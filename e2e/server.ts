import { execFile, spawn } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { fastTemporaryFolder } from '#server/testing/fast-temporary-folder.ts'
import { freePort } from '#server/testing/free-port.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

const loadedFirst = ['./e2e/end-with-tests.ts', './e2e/remember-hashes.ts'].flatMap((file) => ['--import', file])

type Settings = Record<string, string>
export type Server = { url: string; dataDir: string; stop: () => Promise<void> }

/**
 * Starts the product as an operator does, on a free port with an empty data folder, or with a database without rows if
 * there is a prepared one. The server ends with this process, even if nobody calls `stop`.
 * @param settings environment variables besides `SIGNUP=new-team`; they may depend on the URL
 */
export async function startServer(settings: Settings | ((url: string) => Promise<Settings>) = {}): Promise<Server> {
  if (!existsSync(join(root, 'dist/index.html')))
    throw new Error('There are no pages in dist/. Run `npm test -- build` first.')
  const url = `http://127.0.0.1:${await freePort()}`
  const own = typeof settings === 'function' ? await settings(url) : settings
  const folder = await mkdtemp(join(await fastTemporaryFolder(), 'asakai-e2e-'))
  await chmod(folder, 0o711) // if root runs this, the database runs as another user, who must be able to enter
  const dataDir = own['DATA_DIR'] ?? join(folder, 'data')
  const prepared = process.env['ASAKAI_PREPARED']
  if (prepared && !own['DATA_DIR']) await promisify(execFile)('cp', ['-a', prepared, dataDir])
  const { PATH, HOME, TMPDIR } = process.env
  const server = spawn(process.execPath, [...loadedFirst, '.cache/server/server/main.js'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      ...Object.fromEntries(Object.entries({ PATH, HOME, TMPDIR }).filter(([, value]) => value !== undefined)),
      HOST: '127.0.0.1',
      PORT: new URL(url).port,
      DATA_DIR: dataDir,
      SIGNUP: 'new-team',
      NODE_COMPILE_CACHE: join(root, '.cache/node'), // parsing and compiling take most of the start
      ...own,
    },
  })
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const stop = async () => {
    server.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  let output = ''
  const ready = new Promise<void>((resolve, reject) => {
    for (const stream of [server.stdout!, server.stderr!])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
        // prints the server's errors, because only its log has the reason of a 500
        if (text.includes('"level":50')) process.stderr.write(text)
        if (output.includes('Asakai is ready')) resolve()
      })
    void ended.then(() => reject(new Error(`The server did not start:\n${output}`)))
  })
  try {
    await ready
  } catch (error) {
    await stop()
    throw error
  }
  return { url, dataDir, stop }
}
