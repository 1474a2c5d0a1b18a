import { setTimeout as wait } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '#server/config.ts'

export type Message = { to: string; subject: string; text: string }

/** Hands a message over and comes back at once. It never rejects: a failure is logged, without the message's words. */
export type SendMail = (message: Message) => void

const closingMost = 1_000 // milliseconds for what is under way when the server ends
const timeLimit = 10_000 // milliseconds, for each step of the conversation

/**
 * Mail through `SMTP_URL`. Without it nothing is sent, and the log says so.
 * @returns `close` waits a moment for what is under way
 */
export function openMail(config: Config['mail'], log: Pick<FastifyBaseLogger, 'info' | 'error'>) {
  const underWay = new Set<Promise<void>>()
  if (!config) {
    const send: SendMail = (message) => log.info({ message }, 'mail is not set up (SMTP_URL): not sent')
    return { send, close: async () => {} }
  }
  const times = { connectionTimeout: timeLimit, greetingTimeout: timeLimit, socketTimeout: timeLimit }
  const transport = createTransport({ url: config.url, ...times })
  const deliver = async (message: Message) => {
    try {
      // As an object, so that the address is taken as it is and never read as a list of several.
      await transport.sendMail({ ...message, from: config.from, to: { name: '', address: message.to } })
    } catch (error) {
      log.error({ err: error, subject: message.subject }, 'a mail could not be sent')
    }
  }
  const send: SendMail = (message) => {
    const delivery = deliver(message).finally(() => underWay.delete(delivery))
    underWay.add(delivery)
  }
  const close = async () => {
    await Promise.race([Promise.all(underWay), wait(closingMost, undefined, { ref: false })])
    transport.close()
  }
  return { send, close }
}
