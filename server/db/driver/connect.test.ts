import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { ConfigError } from '#server/config/environment.ts'
import { afterwards } from '#server/testing/afterwards.ts'
import { connect } from './connect.ts'

/** Starts a server that listens on a port but is not PostgreSQL. */
async function listening(answer: (socket: Socket) => void) {
  const server = createServer((socket) => {
    socket.on('error', () => {}) // the client gave up
    answer(socket)
  }).listen(0, '127.0.0.1')
  afterwards(() => new Promise<void>((resolve) => server.close(() => resolve())))
  await once(server, 'listening')
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

function hangUp(socket: Socket, last: string) {
  socket.write(last)
  socket.destroySoon()
}

test.each([
  ['no server listens there', async () => '127.0.0.1:1', '', 'ECONNREFUSED'],
  [
    'the server there speaks another protocol',
    () => listening((socket) => socket.once('data', () => hangUp(socket, 'HTTP/1.1 400\r\n\r\n'))),
    '',
    'terminated',
  ],
  ['the server there closes the connection at once', () => listening((socket) => socket.destroy()), '', ''],
  [
    'the server there has no TLS',
    () => listening((socket) => socket.once('data', () => hangUp(socket, 'N'))),
    '?sslmode=verify-full',
    'SSL',
  ],
  [
    'the file of its root certificate is missing',
    async () => '127.0.0.1:1',
    '?sslrootcert=/none/ca.pem',
    '/none/ca.pem',
  ],
])('the server says in one line that it cannot reach DATABASE_URL if %s', async (_, at, options, why) => {
  const connecting = connect({ connectionString: `postgres://asakai:secret@${await at()}/asakai${options}` })
  await expect(connecting).rejects.toThrow(ConfigError)
  const { message } = (await connecting.catch((error: unknown) => error)) as ConfigError
  expect(message).toMatch(/^The database of DATABASE_URL cannot be reached: \S.*$/u)
  expect(message).toContain(why)
  expect(message).not.toContain('secret')
})
