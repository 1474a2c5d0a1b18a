import { json } from 'node:stream/consumers'
import * as z from 'zod/mini'
import { answerWith, type Fault } from './fault.ts'
import { listen } from './listen.ts'

const text = (longest: number) => z.string().check(z.minLength(1), z.maxLength(longest))
const Embed = z.strictObject({
  title: z.optional(text(256)),
  description: z.optional(text(4_096)),
  author: z.optional(z.strictObject({ name: text(256) })),
  footer: z.optional(z.strictObject({ text: text(2_048) })),
  fields: z.optional(z.array(z.strictObject({ name: text(256), value: text(1_024) })).check(z.maxLength(25))),
})
const lengthOf = (embed: z.infer<typeof Embed>) =>
  [
    embed.title,
    embed.description,
    embed.author?.name,
    embed.footer?.text,
    ...(embed.fields ?? []).flatMap(({ name, value }) => [name, value]),
  ].join('').length

/** The messages that Discord accepts (Execute Webhook, Embed Limits and Allowed Mentions Object). */
const Message = z
  .strictObject({
    content: z.optional(text(2_000)),
    embeds: z.optional(z.array(Embed).check(z.maxLength(10))),
    allowed_mentions: z.strictObject({ parse: z.array(z.enum(['roles', 'users', 'everyone'])) }),
  })
  .check(
    z.refine(({ content, embeds = [] }) => content !== undefined || embeds.length > 0),
    z.refine(({ embeds = [] }) => embeds.reduce((sum, embed) => sum + lengthOf(embed), 0) <= 6_000),
  )
type DiscordMessage = z.infer<typeof Message>

const token = 'the-token'

/** Starts a Discord stand-in with a webhook for each channel. It refuses the same requests as Discord. */
export async function startDiscord() {
  const messages: { query: Record<string, string>; body: DiscordMessage }[] = []
  const discord = { fault: undefined as Fault | undefined, displayName: undefined as string | undefined }
  const { url, close } = await listen((request, response) => {
    void (async () => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
      const sent = await json(request)
      if (discord.fault) return answerWith(response, discord.fault)
      const [, id, given] = /^\/api\/v10\/webhooks\/(\d+)\/([\w-]+)$/u.exec(pathname) ?? []
      if (!id) return answerWith(response, { status: 404, body: { code: 10015, message: 'Unknown Webhook' } })
      if (given !== token)
        return answerWith(response, { status: 401, body: { code: 50027, message: 'Invalid Webhook Token' } })
      const { data: body, error } = Message.safeParse(sent)
      if (error) return answerWith(response, { status: 400, body: { code: 50035, message: 'Invalid Form Body' } })
      messages.push({ query: Object.fromEntries(searchParams), body })
      if (searchParams.get('wait') !== 'true') return answerWith(response, { status: 204, body: '' })
      const author = { id, username: discord.displayName ?? id }
      return answerWith(response, { body: { id: String(messages.length), webhook_id: id, author, ...body } })
    })()
  })
  return Object.assign(discord, {
    url,
    webhook: (id: string) => `${url}/api/webhooks/${id}/${token}`,
    messages,
    close,
  })
}
