import PostalMime from 'postal-mime'
import { startSmtp } from '#server/testing/smtp.ts'

type Mail = { to: string; text: string; answered: boolean }

/** The treatment of a message: accepted, accepted without a response, or rejected temporarily. */
export type Manner = 'taken' | 'unanswered' | 'refused'

/**
 * Starts a real SMTP server that stores accepted messages.
 * @param mannerOf decides by the recipient, and by the number of earlier messages to the recipient
 */
export async function openMailServer(mannerOf: (to: string, before: number) => Promise<Manner> = async () => 'taken') {
  const mails: Mail[] = []
  const sent = new Map<string, number>()
  const { url, close } = await startSmtp(async ([to], message) => {
    const before = sent.get(to!) ?? 0
    sent.set(to!, before + 1)
    const manner = await mannerOf(to!, before)
    if (manner === 'refused') throw Object.assign(new Error('Try again later'), { responseCode: 451 })
    const { text = '' } = await PostalMime.parse(message)
    mails.push({ to: to!, text, answered: manner === 'taken' })
    if (manner === 'unanswered') await new Promise(() => {})
  })
  return { url, mails, close }
}
