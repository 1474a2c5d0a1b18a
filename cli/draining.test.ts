import { Agent, get } from 'node:http'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startServer } from '../bench/server.ts'
import { afterwards } from '#server/testing/afterwards.ts'
import { newDatabase } from '#server/testing/database.ts'

/** Starts the real server in a separate process, as one of several on a database. */
async function serverOf(environment: Record<string, string>) {
  const { host, port, user, password, database } = await newDatabase('asakai')
  const place = port ? `${host}:${port}/${database}` : `localhost/${database}?host=${encodeURIComponent(host!)}`
  const server = await startServer({
    DATABASE_URL: `postgres://${user}:${encodeURIComponent(String(password))}@${place}`,
    SECRET_KEY: 'one-and-the-same-key-on-every-server',
    PORT: '0',
    ...environment,
  })
  afterwards(() => server.process.kill('SIGKILL'))
  return server
}

/** Sends requests on a kept-alive connection, as proxies do. */
function asker(address: string) {
  const agent = new Agent({ keepAlive: true })
  afterwards(() => agent.destroy())
  return (path: string) =>
    new Promise<{ status: number | undefined; connection: string | undefined }>((resolve, reject) => {
      get(`${address}/api${path}`, { agent }, (answer) => {
        answer.resume().on('end', () => resolve({ status: answer.statusCode, connection: answer.headers.connection }))
      }).on('error', reject)
    })
}

test('after SIGTERM, the server is “not ready”, but serves requests until a second signal', async () => {
  const server = await serverOf({ DRAIN_SECONDS: '60' })
  const ask = asker(server.address)
  expect(await ask('/readyz')).toEqual({ status: 200, connection: 'keep-alive' })

  server.process.kill('SIGTERM')
  await expect.poll(() => ask('/readyz')).toEqual({ status: 503, connection: 'close' })
  expect(await ask('/healthz')).toEqual({ status: 200, connection: 'close' })
  expect(await ask('/users/me')).toEqual({ status: 401, connection: 'close' })
  expect(server.process.exitCode).toBeNull()

  const ended = once(server.process, 'exit')
  // the server ignores a further signal within a second
  const again = setInterval(() => server.process.kill('SIGTERM'), 200)
  expect(await ended).toEqual([0, null])
  clearInterval(again)
  await expect(ask('/healthz')).rejects.toThrow('ECONNREFUSED')
})

test('a server with the embedded database stops at once on SIGTERM', async () => {
  const server = await serverOf({ DRAIN_SECONDS: '0' })
  server.process.kill('SIGTERM')
  expect(await Promise.race([once(server.process, 'exit'), wait(10_000, 'too late', { ref: false })])).toEqual([
    0,
    null,
  ])
})
