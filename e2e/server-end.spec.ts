import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { fastTemporaryFolder } from '#server/testing/fast-temporary-folder.ts'

/** Starts a server in another process, as the worker of a test does. Kills that process at the given sign. */
async function killAt(sign: (run: { output: string; dataDir: string }) => boolean) {
  const folder = await mkdtemp(join(await fastTemporaryFolder(), 'asakai-e2e-'))
  const dataDir = join(folder, 'data')
  const source = `
    import { startServer } from './e2e/server.ts'
    console.log((await startServer({ DATA_DIR: '${dataDir}' })).url)`
  const worker = spawn(process.execPath, ['--input-type=module', '--eval', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const run = { output: '', dataDir }
  worker.stdout.setEncoding('utf8').on('data', (text: string) => (run.output += text))
  await expect.poll(() => sign(run), { intervals: [10] }).toBe(true)
  worker.kill('SIGKILL')
  await expect.poll(() => existsSync(folder)).toBe(false)
  return run.output.trim()
}

test('a test server stops and deletes its data if the process of its test is killed', async () => {
  const url = await killAt(({ output }) => output.endsWith('\n'))
  await expect(fetch(url)).rejects.toThrow()
})

test('a starting test server also stops if the process of its test is killed', async () => {
  expect(await killAt(({ dataDir }) => existsSync(dataDir))).toBe('')
})
