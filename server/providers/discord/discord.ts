import { ProviderFailure } from '#server/errors.ts'
import { call } from '../call.ts'
import { addressAt, nameOf, type ChatWebhook } from '#server/providers/chat-webhook.ts'
import { type DiscordMessage, reportEmbed } from './report-embed.ts'

/** Discord's own address. The operator can set another one, and is then responsible for it. */
const itself = 'https://discord.com'
const formerly = /^https:\/\/discordapp\.com(?=\/)/u

export const discord: ChatWebhook = {
  home: itself,
  isRepeatable: false,
  read: (home, typed) => {
    const { url, path = '' } = addressAt(home, typed.trim().replace(formerly, itself)) ?? {}
    const [, id, token] = /^\/api\/(?:v\d+\/)?webhooks\/(\d{1,20})\/([\w-]{1,200})$/u.exec(path) ?? []
    if (!url || !id || url.search) return undefined
    // Always uses version 10: older versions, and URLs without a version, return `retry_after` in milliseconds.
    return { url: `${home}/api/v10/webhooks/${id}/${token}`, place: id }
  },
  postText: (url, { text }) => post(url, { content: text }, { once: false }),
  postReport: (url, { words }) => post(url, reportEmbed(words), { once: true }),
}

async function post(
  address: string,
  message: DiscordMessage,
  { once }: { once: boolean },
): Promise<string | undefined> {
  const url = new URL(address)
  // Without `wait`, Discord answers with success before it has stored the message.
  url.searchParams.set('wait', 'true')
  const { body } = await call('Discord', url, {
    method: 'POST',
    body: { ...message, allowed_mentions: { parse: [] } },
    guarded: url.origin === itself,
    once,
    // Only the webhook can be missing at this URL, so a 404 means that the webhook was removed.
    reasonFor: ({ status }) => (status === 404 ? 'unauthorized' : undefined),
  })
  const posted = body as { author?: { username?: unknown } } | null | undefined
  if (typeof posted !== 'object' || posted === null)
    throw new ProviderFailure('Discord', once ? 'unknown_outcome' : 'invalid_response')
  return nameOf(posted.author?.username)
}
