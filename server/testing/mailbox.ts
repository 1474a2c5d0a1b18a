import PostalMime from 'postal-mime'
import { afterwards } from './afterwards.ts'
import { startSmtp } from './smtp.ts'

/** `html`: '' if there is none. `stop`: the one-click unsubscribe URL. */
type Letter = { to: string; subject: string; text: string; html: string; stop?: string | undefined }

/** Starts a real SMTP server that stores its emails, except those that match `leftOut`. Stops after the test file. */
export async function openMailbox({ leftOut }: { leftOut?: RegExp } = {}) {
  const letters: Letter[] = []
  const readers: ((letter: Letter) => void)[] = []
  let read = 0

  const receive = (letter: Letter) => {
    if (leftOut?.test(`${letter.subject}\n${letter.text}`)) return
    letters.push(letter)
    const next = readers.shift()
    if (!next) return
    read += 1
    next(letter)
  }
  const { url, close } = await startSmtp(async (to, message) => {
    const { subject = '', text = '', html = '', headers } = await PostalMime.parse(message)
    const stop = headers.find(({ key }) => key === 'list-unsubscribe')?.value.slice(1, -1)
    for (const address of to) receive({ to: address, subject, text: text.trim(), html, stop })
  })
  afterwards(close)

  return {
    url,
    /** All received emails, including unread ones. */
    letters,
    /** Returns the oldest unread email. Waits if there is none. */
    next: () =>
      read < letters.length
        ? Promise.resolve(letters[read++]!)
        : new Promise<Letter>((resolve) => readers.push(resolve)),
  }
}

/** Returns the token of the link in an email. */
export function tokenIn(letter: Letter): string {
  const link = letter.text.split(/\s/u).find((word) => word.startsWith('http'))
  return new URL(link!).searchParams.get('token')!
}
