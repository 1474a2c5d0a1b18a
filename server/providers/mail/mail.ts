import { channel } from 'node:diagnostics_channel'
import { setTimeout as wait } from 'node:timers/promises'
import type { Config } from '#server/config.ts'
import { ProviderFailure } from '#server/errors.ts'
import type { LogEvent } from '#server/log-events.ts'
import { mailFailure } from './failure.ts'

/** `html`: the same with its looks. `stop`: the address that stops letters like it, once somebody posts to it (RFC 8058). */
export type Message = { to: string; subject: string; text: string; html?: string; stop?: string }

/** Hands a message over and comes back at once. It never rejects: a failure is logged, without its words and its reader. */
export type SendMail = (message: Message) => void

/**
 * Resolves when the mail server has taken it.
 * @param id always the same for the same message, so that a reader's program shows it once
 * @throws ProviderFailure
 */
export type DeliverMail = (message: Message, id: string) => Promise<void>

type Told = { logEvent: LogEvent; count: (outcome: 'sent' | 'failed' | 'not_set_up') => void }

/** Tells of each letter, taken or not, whoever listens (`server/tracing/`). `failure`: a code. */
const ended = channel('asakai.letter')
export type EndedLetter = { host: string; milliseconds: number; failure: unknown }

const closingMost = 1_000 // milliseconds for what is under way when the server ends
const timeLimit = 10_000 // milliseconds, for each step of the conversation

/** Its library is loaded where the operator has named a mail server. */
async function transportTo({ url }: NonNullable<Config['mail']>) {
  const { createTransport } = await import('nodemailer')
  return createTransport({ url, connectionTimeout: timeLimit, greetingTimeout: timeLimit, socketTimeout: timeLimit })
}

/** Connects and signs in, and sends nothing. @throws ProviderFailure */
export async function tryMailServer(config: NonNullable<Config['mail']>): Promise<void> {
  const transport = await transportTo(config)
  try {
    await transport.verify()
  } catch (error) {
    throw mailFailure(error)
  } finally {
    transport.close()
  }
}

/**
 * Mail through `SMTP_URL`. Without it nothing is sent, and the log says so.
 * @returns `close` waits a moment for what is under way
 */
export async function openMail(config: Config['mail'], { logEvent, count }: Told) {
  const underWay = new Set<Promise<unknown>>()
  if (!config) {
    const send: SendMail = () => {
      count('not_set_up')
      logEvent('mail_not_set_up')
    }
    const deliver: DeliverMail = () => Promise.reject(new ProviderFailure('SMTP', 'nowhere'))
    return { send, deliver, close: async () => {} }
  }
  const transport = await transportTo(config)
  const { hostname: host } = new URL(config.url)
  /** @throws ProviderFailure */
  const handOver = async ({ stop, ...message }: Message & { messageId?: string }) => {
    const headers = stop && { 'List-Unsubscribe': `<${stop}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
    // As an object, so that the address is taken as it is and never read as a list of several.
    const sending = transport.sendMail({
      ...message,
      ...(headers && { headers }),
      from: config.from,
      to: { name: '', address: message.to },
    })
    underWay.add(sending)
    const began = performance.now()
    const tell = (failure?: unknown) =>
      ended.publish({ host, milliseconds: performance.now() - began, failure } satisfies EndedLetter)
    try {
      await sending
      count('sent')
      tell()
    } catch (error) {
      count('failed')
      const failure = mailFailure(error)
      tell(failure.cause)
      throw failure
    } finally {
      underWay.delete(sending)
    }
  }
  const send: SendMail = (message) => {
    handOver(message).catch(({ reason, cause }: ProviderFailure) =>
      logEvent('mail_failed', undefined, { reason, cause: String(cause) }),
    )
  }
  const deliver: DeliverMail = (message, id) => handOver({ ...message, messageId: `<${id}@asakai>` })
  const close = async () => {
    await Promise.race([Promise.allSettled(underWay), wait(closingMost, undefined, { ref: false })])
    transport.close()
  }
  return { send, deliver, close }
}
