import PostalMime from 'postal-mime'
import { afterwards } from './afterwards.ts'
import { startSmtp } from './smtp.ts'

/** `html`: '' where there is none. `stop`: what stops letters like it. */
type Letter = { to: string; subject: string; text: string; html: string; stop?: string | undefined }

/** Starts a real SMTP server that keeps its letters, except those that `leftOut` matches. It ends with the test file. */
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
    /** Everything received so far, read or not. */
    letters,
    /** The oldest letter that nobody has read; waits for it. */
    next: () =>
      read < letters.length
        ? Promise.resolve(letters[read++]!)
        : new Promise<Letter>((resolve) => readers.push(resolve)),
  }
}

/** The token of the link in a letter. */
export function tokenIn(letter: Letter): string {
  const link = letter.text.split(/\s/u).find((word) => word.startsWith('http'))
  return new URL(link!).searchParams.get('token')!
}
