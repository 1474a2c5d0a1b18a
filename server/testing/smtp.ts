import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/**
 * Starts a real SMTP server on a free local port.
 * @param take handles a message before the server accepts it; rejects to refuse it
 */
export async function startSmtp(take: (to: string[], message: Buffer) => Promise<void>) {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, done) {
      const to = envelope.rcptTo.map(({ address }) => address)
      buffer(stream)
        .then((message) => take(to, message))
        .then(() => done(), done)
    },
  })
  server.on('error', () => {}) // the client disconnected
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
