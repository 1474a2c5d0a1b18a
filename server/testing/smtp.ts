import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/**
 * A real SMTP server on a free port of this machine.
 * @param take what it does with a message before it says that it has it, or why not
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
  server.on('error', () => {}) // a caller who has given up
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
