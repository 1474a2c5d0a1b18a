import * as z from 'zod/mini'
import { text, uuid } from '#contract/fields.ts'
import { eachField, type PartialReportValues, reportFields } from '#contract/report-fields.ts'

export type Person = { workspaceId: string; personId: string }

/** The Slack payloads we handle, from HTTP or Socket Mode. */
export type SlackRequest =
  | (Person & { kind: 'command'; triggerId: string })
  | (Person & { kind: 'button'; triggerId: string; teamId: string })
  /** `words`: only the fields that the dialog shows. */
  | (Person & { kind: 'submission'; viewId: string; metadata: string; words: PartialReportValues })
  | (Person & Reply & { kind: 'reply'; text: string; edited: string })
  | (Person & Reply & { kind: 'reply-gone' })
  | { kind: 'revoked'; workspaceId: string }

/**
 * A message in a thread. `ts` and `edited` are Slack's timestamps, which identify a message and its version. `edited`
 * is '' for the first version.
 */
type Reply = { channel: string; ts: string; threadTs: string }

const id = text(200).check(z.minLength(1))
/**
 * Slack allows at most 40,000 characters in a message, and 3,000 in metadata. An escaped character such as `&amp;` has
 * up to five characters.
 */
const words = text(200_000)
const person = { team: z.object({ id }), user: z.object({ id }) }

const Command = z.object({ command: id, team_id: id, user_id: id, trigger_id: id })
const Press = z.object({
  type: z.literal('block_actions'),
  ...person,
  trigger_id: id,
  actions: z.array(z.object({ action_id: id, value: z.optional(words) })).check(z.minLength(1)),
})
/** Slack sends null for an empty field. */
const Typed = z.object({ text: z.object({ value: z.nullish(words) }) })
const Submission = z.object({
  type: z.literal('view_submission'),
  ...person,
  view: z.object({
    id,
    callback_id: z.literal('report'),
    private_metadata: words,
    state: z.object({ values: z.object(eachField(() => z.optional(Typed))) }),
  }),
})

const ts = z.string().check(z.regex(/^\d{1,12}\.\d{1,9}$/u))
/** Messages of bots, including ours, have a `bot_id` and are ignored. */
const Message = z.object({
  user: id,
  ts,
  thread_ts: ts,
  text: z._default(words, ''),
  edited: z.optional(z.object({ ts })),
  bot_id: z.optional(z.undefined()),
})
const Event = z.object({
  type: z.literal('event_callback'),
  team_id: id,
  event: z.union([
    z.extend(Message, {
      type: z.literal('message'),
      channel: id,
      subtype: z.optional(z.enum(['thread_broadcast', 'file_share'])),
    }),
    z.object({
      type: z.literal('message'),
      subtype: z.literal('message_changed'),
      channel: id,
      message: z.extend(Message, { subtype: z.optional(z.enum(['thread_broadcast', 'file_share'])) }),
    }),
    z.object({
      type: z.literal('message'),
      subtype: z.literal('message_deleted'),
      channel: id,
      previous_message: Message,
    }),
    // A person revoked their grant or uninstalled the app.
    z.object({ type: z.literal('tokens_revoked'), tokens: z.object({ bot: z.array(id).check(z.minLength(1)) }) }),
    z.object({ type: z.literal('app_uninstalled') }),
  ]),
})

function readEvent({ team_id: workspaceId, event }: z.infer<typeof Event>): SlackRequest {
  if (event.type !== 'message') return { kind: 'revoked', workspaceId }
  const { channel } = event
  if (event.subtype === 'message_deleted') {
    const { user: personId, ts: at, thread_ts: threadTs } = event.previous_message
    return { kind: 'reply-gone', workspaceId, personId, channel, ts: at, threadTs }
  }
  const { user: personId, ts: at, thread_ts: threadTs, text, edited } = 'message' in event ? event.message : event
  return { kind: 'reply', workspaceId, personId, channel, ts: at, threadTs, text, edited: edited?.ts ?? '' }
}

/** @param payload a slash command, an interaction or an event. @returns undefined if we do not handle it */
export function readRequest(payload: unknown): SlackRequest | undefined {
  const command = Command.safeParse(payload)
  if (command.success) {
    const { team_id: workspaceId, user_id: personId, trigger_id: triggerId } = command.data
    return { kind: 'command', workspaceId, personId, triggerId }
  }
  const press = Press.safeParse(payload)
  if (press.success) {
    const { team, user, trigger_id: triggerId, actions } = press.data
    const pressed = actions.find(({ action_id }) => action_id === writeReport)
    if (!pressed) return undefined
    return {
      kind: 'button',
      workspaceId: team.id,
      personId: user.id,
      triggerId,
      teamId: uuid.safeParse(pressed.value).data ?? '',
    }
  }
  const event = Event.safeParse(payload)
  if (event.success) return readEvent(event.data)
  const submission = Submission.safeParse(payload)
  if (!submission.success) return undefined
  const { team, user, view } = submission.data
  return {
    kind: 'submission',
    workspaceId: team.id,
    personId: user.id,
    viewId: view.id,
    metadata: view.private_metadata,
    words: Object.fromEntries(
      reportFields.flatMap((field) => {
        const typed = view.state.values[field]
        return typed ? [[field, typed.text.value ?? '']] : []
      }),
    ),
  }
}

/** The `action_id` of the reminder's button. */
export const writeReport = 'write_report'
