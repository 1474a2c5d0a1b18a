import type { ServerResponse } from 'node:http'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { afterwards } from '#server/testing/afterwards.ts'
import { watchTurns } from '#server/testing/longest-turn.ts'
import { startApp } from '#server/testing/team.ts'

const largest = 20_000_000 // bytes; more than the kernel buffers for a connection

/** Starts the app on a port with a large file. Returns the app and the responses that it has sent. */
async function listening() {
  const webRoot = await mkdtemp(join(tmpdir(), 'asakai-build-'))
  afterwards(() => rm(webRoot, { recursive: true }))
  await writeFile(join(webRoot, 'index.html'), '<!doctype html>')
  await writeFile(join(webRoot, 'large.js'), Buffer.alloc(largest))
  const { config, database } = await startApp()
  const app = await buildApp({ config, database, now: () => new Date(), webRoot })
  afterwards(() => app.close())
  const responses: ServerResponse[] = []
  app.server.prependListener('request', (_, response) => responses.push(response))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const open = () => {
    const socket = connect(port, '127.0.0.1')
    afterwards(() => socket.destroy())
    socket.on('error', () => {}) // the server resets the connection
    return socket
  }
  return { app, responses, open, url: `http://127.0.0.1:${port}` }
}

let here: Awaited<ReturnType<typeof listening>>
beforeAll(async () => {
  here = await listening()
  for (const path of ['/api/openapi.json', '/api/docs/yaml']) await (await fetch(here.url + path)).arrayBuffer()
})

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`
const post = (path: string, body: string) =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`

describe('1,500 pipelined requests on one connection', () => {
  test.each([
    ['the description of the API', get('/api/openapi.json')],
    ['its YAML', get('/api/docs/yaml')],
    ['the page of the documentation', get('/api/docs/')],
    ['a file', get('/large.js')],
    ['the page', get('/')],
    ['readiness', get('/api/readyz')],
    ['an unknown path', get('/api/nothing')],
    ['a path that cannot be decoded', get('/%')],
    ['a path for members only', get('/api/daily-reports')],
    ['a path with a JSON body', post('/api/auth/login', '{"username":"a","password":"b"}')],
    ['a path with a body that is not JSON', post('/api/auth/login', '{')],
    ['a method that the path does not have', 'PUT /api/readyz HTTP/1.1\r\nHost: a\r\n\r\n'],
  ])('the server stops answering 1,500 pipelined requests for %s', { retry: 2 }, async (_, request) => {
    const { responses, open, url } = here
    responses.length = 0
    const turns = watchTurns()
    const deaf = open()
    deaf.write(request.repeat(1_500))
    const closed = new Promise((resolve) => deaf.once('close', resolve))
    expect((await fetch(`${url}/api/healthz`)).status).toBe(200)
    deaf.resume() // the socket must read to notice its end
    await closed
    expect(responses.filter(({ headersSent }) => headersSent).length).toBeLessThan(20)
    expect(turns.stop()).toBeLessThan(100)
  })
})

test('two pipelined requests get their responses in order', async () => {
  const { open } = here
  const socket = open()
  socket.write(get('/api/readyz') + get('/api/nothing'))
  let heard = ''
  for await (const part of socket) {
    heard += String(part)
    if (heard.includes('"code":"not_found"')) break
  }
  expect(heard.match(/HTTP\/1\.1 \d+/gu)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 404'])
})

test('a request must arrive within 30 seconds', () => {
  const { headersTimeout, requestTimeout } = here.app.server
  expect([headersTimeout, requestTimeout]).toEqual([30_000, 30_000])
})

test('the server closes the connection of a client that does not read its response', async () => {
  const { app, open, responses } = here
  expect([app.server.timeout, app.server.requestTimeout]).toEqual([60_000, 30_000])
  app.server.timeout = 300
  const deaf = open()
  deaf.write(get('/large.js'))
  await expect.poll(() => responses.at(-1)?.req.url).toBe('/large.js')
  await expect.poll(() => responses.at(-1)?.req.socket.destroyed).toBe(true)
  app.server.timeout = 60_000
})
