import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { fixture } from './fixtures.ts'
import { freePort } from './free-port.ts'

const prism = fileURLToPath(new URL('../../node_modules/@stoplight/prism-cli/dist/index.js', import.meta.url))

/**
 * Starts a mock server for a provider's API description. The mock server refuses requests that do not match the
 * description, and returns the description's examples.
 * @param file the name of a file in `fixtures/providers/`
 */
export async function startPrism(file: string): Promise<{ url: string; close: () => Promise<void> }> {
  const port = await freePort()
  const child = spawn(
    process.execPath,
    [prism, 'mock', '--port', String(port), '--host', '127.0.0.1', fileURLToPath(fixture(`providers/${file}`))],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (line: Buffer) => String(line).includes('Prism is listening') && resolve())
    void ended.then(() => reject(new Error(`Prism did not start on ${file}`)))
  })
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      child.kill()
      await ended
    },
  }
}
