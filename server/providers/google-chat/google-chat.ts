import { ProviderFailure } from '#server/errors.ts'
import { call } from '../call.ts'
import { addressAt, nameOf, type ChatWebhook } from '#server/providers/chat-webhook.ts'
import { type ReportCard, reportCard } from './report-card.ts'

/** Google's own address. The operator can set another one, and is then responsible for it. */
const google = 'https://chat.googleapis.com'

/** Posts to spaces of Google Chat. The messages of a day share a thread. */
export const googleChat: ChatWebhook = {
  home: google,
  isRepeatable: true,
  read: readAddress,
  postText: (url, { id, text }) => postToSpace(url, { requestId: id, threadKey: 'asakai', text }),
  postReport: (url, { id, day, words }) => postToSpace(url, { requestId: id, threadKey: day, ...reportCard(words) }),
}

function readAddress(home: string, typed: string): { url: string; place: string } | undefined {
  const { url, path } = addressAt(home, typed) ?? {}
  const spaceId = /^\/v1\/spaces\/([\w-]{1,100})\/messages$/u.exec(path ?? '')?.[1]
  if (!url || !spaceId) return undefined
  const names = [...url.searchParams.keys()]
  const isWhole = names.length === 2 && ['key', 'token'].every((name) => url.searchParams.get(name))
  return isWhole ? { url: url.href, place: spaceId } : undefined
}

/**
 * @param message.requestId a repeat with the same id is shown once
 * @param message.threadKey messages with the same key share a thread
 */
async function postToSpace(
  webhookUrl: string,
  { requestId, threadKey, ...content }: { requestId: string; threadKey: string } & ({ text: string } | ReportCard),
): Promise<string | undefined> {
  const url = new URL(webhookUrl)
  url.searchParams.set('requestId', requestId)
  url.searchParams.set('messageReplyOption', 'REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD')
  const { body } = await call('Google Chat', url, {
    method: 'POST',
    body: { ...content, thread: { threadKey } },
    guarded: url.origin === google,
    reasonFor: ({ status, body }) => (status === 400 && isAboutKey(body) ? 'unauthorized' : undefined),
  })
  const message = body as { space?: { displayName?: unknown } } | null | undefined
  if (typeof message !== 'object' || message === null) throw new ProviderFailure('Google Chat', 'invalid_response')
  return nameOf(message.space?.displayName)
}

/**
 * Returns whether the webhook's key is wrong. Google answers a wrong key with 400, like any invalid request, so only
 * the text of the response shows the reason (Google API Errors, ErrorInfo).
 */
const isAboutKey = (body: unknown): boolean => /API[_ ]KEY/iu.test(JSON.stringify(body) ?? '')
