import type { ModalView } from '@slack/types'
import { ProviderFailure } from '#server/errors.ts'
import { ask, clientOf, type Slack, type SlackMessage } from './slack.ts'

/** Codes for a message that was deleted or is too old to change. */
const gone = new Set<unknown>(['message_not_found', 'cant_update_message', 'cant_delete_message', 'edit_window_closed'])

/** Changes a message. @returns false if the message is gone or can no longer be changed */
export const updateMessage = (
  slack: Slack,
  botToken: string,
  { channel, ts, text, blocks = [] }: SlackMessage & { channel: string; ts: string },
): Promise<boolean> => unlessGone(() => clientOf(slack, botToken).chat.update({ channel, ts, text, blocks }))

export const deleteMessage = (
  slack: Slack,
  botToken: string,
  { channel, ts }: { channel: string; ts: string },
): Promise<boolean> => unlessGone(() => clientOf(slack, botToken).chat.delete({ channel, ts }))

async function unlessGone(question: () => Promise<unknown>): Promise<boolean> {
  try {
    await ask(question)
    return true
  } catch (error) {
    if (error instanceof ProviderFailure && gone.has(error.cause)) return false
    throw error
  }
}

/**
 * Opens a dialog. Ignores a press of a button that this or another server has already answered. @throws ProviderFailure
 */
export async function openView(
  slack: Slack,
  botToken: string,
  { triggerId, view }: { triggerId: string; view: ModalView },
): Promise<void> {
  try {
    await ask(() => clientOf(slack, botToken).views.open({ trigger_id: triggerId, view }))
  } catch (error) {
    if (!(error instanceof ProviderFailure) || error.cause !== 'exchanged_trigger_id') throw error
  }
}
