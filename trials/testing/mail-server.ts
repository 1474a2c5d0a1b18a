import type { AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

type Letter = { to: string; text: string; answered: boolean }

/** Whether a message is taken, taken without an answer, or not taken for the moment. */
export type Manner = 'taken' | 'unanswered' | 'refused'

/**
 * A real SMTP server that keeps what it takes.
 * @param mannerOf what it does with a message: by its reader, and how many this reader was sent before
 */
export async function openMailServer(mannerOf: (to: string, before: number) => Promise<Manner> = async () => 'taken') {
  const letters: Letter[] = []
  const sent = new Map<string, number>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const take = async () => {
          const to = envelope.rcptTo[0]!.address
          const before = sent.get(to) ?? 0
          sent.set(to, before + 1)
          const manner = await mannerOf(to, before)
          if (manner === 'refused') return done(Object.assign(new Error('Try again later'), { responseCode: 451 }))
          const { text = '' } = await PostalMime.parse(Buffer.concat(parts))
          letters.push({ to, text, answered: manner === 'taken' })
          if (manner === 'taken') done()
        }
        take().catch(done)
      })
    },
  })
  server.on('error', () => {}) // a caller who has given up
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    letters,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
