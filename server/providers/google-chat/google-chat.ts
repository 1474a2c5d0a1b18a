import { ProviderFailure } from '#server/errors.ts'
import { call } from '../call.ts'
import type { ReportCard } from './report-card.ts'

/** Where Google itself is: only elsewhere does an operator vouch for the address. */
const google = 'https://chat.googleapis.com'

/**
 * The address of a space's webhook, exactly in the form in which Google Chat gives it out; undefined for anything else.
 * @param googleChatUrl where webhooks lie
 */
export function webhookOf(googleChatUrl: string, typed: string): { url: string; spaceId: string } | undefined {
  if (!URL.canParse(typed)) return undefined
  const url = new URL(typed)
  const base = new URL(googleChatUrl)
  const spaceId = /^\/v1\/spaces\/([\w-]{1,100})\/messages$/u.exec(
    url.pathname.startsWith(base.pathname) ? url.pathname.slice(base.pathname.replace(/\/$/u, '').length) : '',
  )?.[1]
  const names = [...url.searchParams.keys()]
  const isWhole = names.length === 2 && ['key', 'token'].every((name) => url.searchParams.get(name))
  if (url.origin !== base.origin || url.username || url.password || url.hash || !spaceId || !isWhole) return undefined
  return { url: url.href, spaceId }
}

/**
 * Posts to a space, in the thread of its day. The webhook's address is a secret: no failure names it.
 * @param message.requestId the same message sent again with it appears once
 * @param message.threadKey messages with the same one stand together
 * @returns what the space is called, where Google says it
 */
export async function postToSpace(
  webhookUrl: string,
  { requestId, threadKey, ...content }: { requestId: string; threadKey: string } & ({ text: string } | ReportCard),
): Promise<{ space: string | undefined }> {
  const url = new URL(webhookUrl)
  url.searchParams.set('requestId', requestId)
  url.searchParams.set('messageReplyOption', 'REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD')
  const { body } = await call('Google Chat', url, {
    method: 'POST',
    body: { ...content, thread: { threadKey } },
    guarded: url.origin === google,
    explain: ({ status, body }) => (status === 400 && isAboutKey(body) ? 'unauthorized' : undefined),
  })
  const message = body as { name?: unknown; space?: { displayName?: unknown } } | null | undefined
  if (typeof message !== 'object' || message === null) throw new ProviderFailure('Google Chat', 'broken')
  const { displayName } = message.space ?? {}
  const name = typeof displayName === 'string' ? displayName.replaceAll('\0', '').trim() : ''
  return { space: name === '' ? undefined : name }
}

/** A wrong key is a 400 there, as everything is that it does not understand (Google API Errors, ErrorInfo). */
const isAboutKey = (body: unknown): boolean => /API[_ ]KEY/iu.test(JSON.stringify(body) ?? '')
