import PostalMime from 'postal-mime'
import { afterwards } from './afterwards.ts'
import { startSmtp } from './smtp.ts'

/** An email in the mailbox. `html`: '' if there is none. `stop`: the one-click unsubscribe URL. */
type Mail = { to: string; subject: string; text: string; html: string; stop?: string | undefined }

/** Starts a real SMTP server that stores its emails, except those that match `leftOut`. Stops after the test file. */
export async function openMailbox({ leftOut }: { leftOut?: RegExp } = {}) {
  const mails: Mail[] = []
  const readers: ((mail: Mail) => void)[] = []
  let read = 0

  const receive = (mail: Mail) => {
    if (leftOut?.test(`${mail.subject}\n${mail.text}`)) return
    mails.push(mail)
    const next = readers.shift()
    if (!next) return
    read += 1
    next(mail)
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
    mails,
    /** Returns the oldest unread email. Waits if there is none. */
    next: () =>
      read < mails.length ? Promise.resolve(mails[read++]!) : new Promise<Mail>((resolve) => readers.push(resolve)),
  }
}

/** Returns the token of the link in an email. */
export function tokenIn(mail: Mail): string {
  const link = mail.text.split(/\s/u).find((word) => word.startsWith('http'))
  return new URL(link!).searchParams.get('token')!
}
