import { setTimeout as wait } from 'node:timers/promises'
import { withLastNotice } from '#server/providers/mail/write-mail.ts'
import type { Message, SendMail } from '#server/providers/mail/mail.ts'
import type { Attempts } from './attempts.ts'

const closingMost = 1_000 // milliseconds to wait for running counts when the server stops

/**
 * Returns a mail sender that limits notices (E1.14).
 * - The last notice within the limit says that no more emails will come for a while.
 * - Notices beyond the limit are dropped, because the screens show the same events.
 * - If the count fails, the notice is sent.
 * @returns `close` waits a moment for running counts
 */
export function limitedMail(
  mail: { send: SendMail; close: () => Promise<void> },
  attempts: Pick<Attempts, 'mayNotify'>,
) {
  const underWay = new Set<Promise<unknown>>()
  async function sendCounted(message: Message, notice: NonNullable<Message['notice']>) {
    const may = await attempts.mayNotify(message.to, notice).catch(() => 'taken' as const)
    if (may === 'refused') return
    mail.send(may === 'last' ? withLastNotice(message, notice.isProven ? 'hour' : 'day') : message)
  }
  const send: SendMail = (message) => {
    if (!message.notice) return mail.send(message)
    const counting = sendCounted(message, message.notice).finally(() => underWay.delete(counting))
    underWay.add(counting)
  }
  const close = async () => {
    await Promise.race([Promise.allSettled(underWay), wait(closingMost, undefined, { ref: false })])
    await mail.close()
  }
  return { send, close }
}
