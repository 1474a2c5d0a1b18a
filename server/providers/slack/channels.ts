import * as z from 'zod/mini'
import { ProviderFailure } from '#server/errors.ts'
import { ask, clientOf, everyPage, postMessage, read, type Slack } from './slack.ts'

const maxPages = 10

const Channel = z.object({ id: z.string(), name: z.string() })
export type Channel = z.infer<typeof Channel>

/** Returns the public channels that are not archived. @throws ProviderFailure */
export async function listChannels(slack: Slack, botToken: string): Promise<Channel[]> {
  const client = clientOf(slack, botToken)
  const which = { types: 'public_channel', exclude_archived: true }
  return everyPage(maxPages, async (from) => {
    const { channels, response_metadata } = await ask(() => client.conversations.list({ ...which, ...from }))
    return { rows: read(z.array(Channel), channels), next: response_metadata?.next_cursor }
  })
}

/** @throws ProviderFailure */
export async function findChannel(slack: Slack, botToken: string, id: string): Promise<Channel> {
  const { channel } = await ask(() => clientOf(slack, botToken).conversations.info({ channel: id }))
  return read(Channel, channel)
}

/** Posts a text, and joins the channel first if necessary. @throws ProviderFailure */
export async function postInChannel(slack: Slack, botToken: string, message: { channel: string; text: string }) {
  try {
    await postMessage(slack, botToken, message)
  } catch (error) {
    if (!(error instanceof ProviderFailure) || error.reason !== 'not_in_channel') throw error
    await joinChannel(slack, botToken, message.channel)
    await postMessage(slack, botToken, message)
  }
}

/**
 * Joins the channel.
 * @param channel the id or name of the channel
 * @throws ProviderFailure not_in_channel if only a member of the channel can add the app
 */
async function joinChannel(slack: Slack, botToken: string, channel: string) {
  const known = (await listChannels(slack, botToken)).find(({ id, name }) => id === channel || name === channel)
  if (!known) throw new ProviderFailure('Slack', 'not_in_channel')
  try {
    await ask(() => clientOf(slack, botToken).conversations.join({ channel: known.id }))
  } catch (error) {
    // Older installations lack this scope; a member must invite the app.
    if (error instanceof ProviderFailure && error.reason === 'missing_scope')
      throw new ProviderFailure('Slack', 'not_in_channel', { cause: error.cause })
    throw error
  }
}
