import * as z from 'zod/mini'

/** This file has the arguments and limits that Slack documents for the methods and blocks we use (docs.slack.dev). */
const text = (longest: number) => z.string().check(z.minLength(1), z.maxLength(longest))
const plain = (longest: number) =>
  z.strictObject({ type: z.literal('plain_text'), text: text(longest), emoji: z.optional(z.boolean()) })
const mrkdwn = (longest: number) =>
  z.strictObject({ type: z.literal('mrkdwn'), text: text(longest), verbatim: z.optional(z.boolean()) })
const id = text(255)
const button = z.strictObject({
  type: z.literal('button'),
  action_id: id,
  text: plain(75),
  value: z.optional(text(2_000)),
  url: z.optional(z.url().check(z.maxLength(3_000))),
  style: z.optional(z.enum(['primary', 'danger'])),
})
const input = z
  .strictObject({
    type: z.literal('plain_text_input'),
    action_id: id,
    multiline: z.optional(z.boolean()),
    max_length: z.optional(z.int().check(z.minimum(1), z.maximum(3_000))),
    initial_value: z.optional(text(3_000)),
  })
  .check(z.refine(({ initial_value = '', max_length = 3_000 }) => initial_value.length <= max_length))
const block_id = z.optional(id)
const Block = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('header'), block_id, text: plain(150) }),
  z.strictObject({ type: z.literal('section'), block_id, text: mrkdwn(3_000) }),
  z.strictObject({ type: z.literal('divider'), block_id }),
  z.strictObject({
    type: z.literal('context'),
    block_id,
    elements: z.array(mrkdwn(3_000)).check(z.minLength(1), z.maxLength(10)),
  }),
  z.strictObject({
    type: z.literal('actions'),
    block_id,
    elements: z.array(button).check(z.minLength(1), z.maxLength(25)),
  }),
  z.strictObject({
    type: z.literal('input'),
    block_id,
    optional: z.optional(z.boolean()),
    label: plain(2_000),
    element: input,
  }),
])
type Block = z.infer<typeof Block>
const unique = z.refine<{ block_id?: string | undefined }[]>((blocks) => {
  const ids = blocks.flatMap((block) => block.block_id ?? [])
  return new Set(ids).size === ids.length
})
const noInput = z.refine<Block[]>((blocks) => blocks.every(({ type }) => type !== 'input'))
const json = <T extends z.ZodMiniType>(shape: T) =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((value) => JSON.parse(value) as unknown),
    ),
    shape,
  )
const blocks = z.optional(json(z.array(Block).check(z.maxLength(50), unique, noInput)))
const View = z
  .strictObject({
    type: z.literal('modal'),
    callback_id: z.optional(id),
    private_metadata: z.optional(z.string().check(z.maxLength(3_000))),
    title: plain(24),
    close: z.optional(plain(24)),
    submit: z.optional(plain(24)),
    blocks: z.array(Block).check(z.minLength(1), z.maxLength(100), unique),
  })
  .check(z.refine((view) => view.submit !== undefined || view.blocks.every(({ type }) => type !== 'input')))
const ts = z.string().check(z.regex(/^\d{1,12}\.\d{1,6}$/u))
const flag = z.optional(z.enum(['true', 'false']))
const message = { channel: id, text: text(40_000), blocks }

const methods: Record<string, z.ZodMiniType> = {
  'chat.postMessage': z.strictObject({ ...message, thread_ts: z.optional(ts), unfurl_links: flag, unfurl_media: flag }),
  'chat.update': z.strictObject({ ...message, ts }),
  'chat.delete': z.strictObject({ channel: id, ts }),
  'views.open': z.strictObject({ trigger_id: text(255), view: json(View) }),
  'conversations.open': z.strictObject({ users: id }),
  'conversations.join': z.strictObject({ channel: id }),
  'conversations.info': z.strictObject({ channel: id }),
  'users.info': z.strictObject({ user: id }),
  'apps.connections.open': z.strictObject({}),
}

/** @returns why Slack would refuse the call, or undefined */
export const refusalOf = (method: string, sent: Record<string, string>): string | undefined => {
  const result = methods[method]?.safeParse(sent)
  return result?.error && `${method}: ${z.prettifyError(result.error)}`
}
