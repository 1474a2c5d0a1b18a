import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { expect, test } from 'vitest'
import { linesOf } from '#server/testing/events.ts'
import { startOwnApp } from '#server/testing/team.ts'

test.each([
  ['a JSON body', '/api/auth/refresh', 'Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{'],
  [
    'a JSON body before its first byte',
    '/api/auth/refresh',
    'Content-Type: application/json\r\nContent-Length: 9\r\n\r\n',
  ],
  [
    'a JSON body in parts',
    '/api/auth/refresh',
    'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n',
  ],
  ['a form', '/api/auth/login', 'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\na'],
])('the server logs no database failure if a client aborts a request with %s', async (_, path, rest) => {
  const { app, visitor } = await startOwnApp({ logLevel: 'warn' })
  const lines = linesOf(app)
  await app.listen({ port: 0, host: '127.0.0.1' })
  let begun = 0
  app.server.on('request', () => (begun += 1))
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  const [served] = await Promise.all([once(app.server, 'connection'), once(socket, 'connect')])
  socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\n${rest}`)
  await expect.poll(() => begun).toBe(1)
  socket.resetAndDestroy()
  await expect.poll(() => (served[0] as typeof socket).destroyed).toBe(true)
  await visitor().get('/readyz')
  expect(lines).toEqual([])
})
