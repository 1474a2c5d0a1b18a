import type { AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterwards } from './afterwards.ts'

type Letter = { to: string; subject: string; text: string }

/** A real SMTP server that keeps what it is sent; it ends with the test file. */
export async function openMailbox() {
  const letters: Letter[] = []
  const waiting: ((letter: Letter) => void)[] = []
  let read = 0

  const receive = (letter: Letter) => {
    letters.push(letter)
    const next = waiting.shift()
    if (!next) return
    read += 1
    next(letter)
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        void PostalMime.parse(Buffer.concat(chunks)).then(({ subject = '', text = '' }) => {
          for (const { address } of session.envelope.rcptTo) receive({ to: address, subject, text: text.trim() })
          done()
        }, done)
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterwards(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const { port } = server.server.address() as AddressInfo

  return {
    url: `smtp://127.0.0.1:${port}`,
    /** Everything received so far, read or not. */
    letters,
    /** The oldest letter that nobody has read; waits for it. */
    next: () =>
      read < letters.length
        ? Promise.resolve(letters[read++]!)
        : new Promise<Letter>((resolve) => waiting.push(resolve)),
  }
}

/** The token of the link in a letter. */
export function tokenIn(letter: Letter): string {
  const link = letter.text.split(/\s/u).find((word) => word.startsWith('http'))
  return new URL(link!).searchParams.get('token')!
}
