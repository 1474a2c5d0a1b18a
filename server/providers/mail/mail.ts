import { channel } from 'node:diagnostics_channel'
import { setTimeout as wait } from 'node:timers/promises'
import type { Language } from '#contract/languages.ts'
import type { Config } from '#server/config/config.ts'
import { ProviderFailure } from '#server/errors.ts'
import { fairTurns } from '#server/load/turns.ts'
import type { LogEvent } from '#server/process/log-events.ts'
import { mailFailure } from './failure.ts'
import type { Notice } from './mail-kinds.ts'

/**
 * `html`: the formatted version. `stop`: the one-click unsubscribe URL (RFC 8058). `notice`: how to count an email that the
 * reader did not request.
 */
export type Message = {
  to: string
  subject: string
  text: string
  html?: string
  stop?: string
  notice?: { kind: Notice; team: string; isProven: boolean; language: Language }
}

/** Sends an email in the background. A failure is logged without the text and the recipient. */
export type SendMail = (message: Message) => void

/**
 * Resolves when the mail server has accepted the message.
 * @param id the same for every attempt, so that mail clients show the message once
 * @throws ProviderFailure
 */
export type DeliverMail = (message: Message, id: string) => Promise<void>

type Told = { logEvent: LogEvent; count: (outcome: 'sent' | 'failed' | 'not_set_up') => void }

/** Publishes each attempt for `server/tracing/`. `failure`: an error code. */
const ended = channel('asakai.email')
export type EndedMail = { host: string; milliseconds: number; failure: unknown }

const closingMost = 1_000 // milliseconds for running deliveries when the server stops
const timeLimit = 10_000 // milliseconds for each step of the SMTP conversation

/** The most connections to the mail server. Mail servers refuse clients with many connections, so other emails wait. */
const connectionsMost = 5
/**
 * The most emails that wait, because each email occupies memory. `requested`: the emails that people requested, which
 * are about two minutes of work. `ofTeam`: the notices of one team.
 */
const waitingMost = { requested: 1_000, ofTeam: 200 }
const never = new AbortController().signal

/** Loads nodemailer on first use, because servers without mail do not need it. */
async function transportTo({ url }: NonNullable<Config['mail']>) {
  const { createTransport } = await import('nodemailer')
  return createTransport({ url, connectionTimeout: timeLimit, greetingTimeout: timeLimit, socketTimeout: timeLimit })
}

/** Connects and authenticates without sending. @throws ProviderFailure */
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
 * Opens mail through `SMTP_URL`. Without this setting every email is logged as not sent.
 * @returns `close` waits a moment for running deliveries
 */
export async function openMail(config: Config['mail'], { logEvent, count }: Told) {
  const underWay = new Set<Promise<unknown>>()
  if (!config) {
    const send: SendMail = () => {
      count('not_set_up')
      logEvent('mail_not_set_up')
    }
    const deliver: DeliverMail = () => Promise.reject(new ProviderFailure('SMTP', 'not_connected'))
    return { send, deliver, close: async () => {} }
  }
  const transport = await transportTo(config)
  // Teams take turns: one team's many emails must not delay the security alerts of others.
  const turns = fairTurns({ atOnce: connectionsMost, waitingMost: Infinity, longestWaitMs: undefined })
  const waiting = new Map<string, number>()
  const addWaiting = (group: string, emails: number) => {
    const sum = (waiting.get(group) ?? 0) + emails
    if (sum === 0) waiting.delete(group)
    else waiting.set(group, sum)
  }
  const { hostname: host } = new URL(config.url)
  /** @throws ProviderFailure */
  const handOver = async ({ stop, notice, ...message }: Message & { messageId?: string }) => {
    const group = notice?.team ?? ''
    if ((waiting.get(group) ?? 0) >= (notice ? waitingMost.ofTeam : waitingMost.requested)) {
      count('failed')
      throw new ProviderFailure('SMTP', 'unavailable', { cause: new Error('too many emails wait') })
    }
    const headers = stop && { 'List-Unsubscribe': `<${stop}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
    // An object, because nodemailer would parse a string as a list of addresses.
    const email = {
      ...message,
      ...(headers && { headers }),
      from: config.from,
      to: { name: '', address: message.to },
    }
    let began = performance.now()
    addWaiting(group, 1)
    const sending = turns({ teamId: group, userId: '' }, never, () => {
      addWaiting(group, -1)
      began = performance.now()
      return transport.sendMail(email)
    })
    underWay.add(sending)
    const publishEnd = (failure?: unknown) =>
      ended.publish({ host, milliseconds: performance.now() - began, failure } satisfies EndedMail)
    try {
      await sending
      count('sent')
      publishEnd()
    } catch (error) {
      count('failed')
      const failure = mailFailure(error)
      publishEnd(failure.cause)
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
