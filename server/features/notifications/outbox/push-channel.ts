import type { Subscription } from '#server/providers/push/push.ts'
import type { Services } from '#server/services.ts'
import { devicesOf, remindDevices } from '../push/operations.ts'
import type { Channel } from './channel.ts'
import { contentOf, reminderText } from './content.ts'
import { mail } from './mail-channel.ts'
import { notificationRetries } from './policy.ts'
import { slack } from './slack-channel.ts'
import type { Row } from './sql.ts'

/** Sends a reminder to each of the member's devices. If none is left, uses Slack or mail. */
export const push: Channel<{ text: string; day: string; devices: Subscription[] } | Fallback> = {
  async render(services, row) {
    const content = await contentOf(services, row)
    if (content?.kind !== 'reminder') return undefined
    const { user_id: userId } = content.member
    const devices = await devicesOf(services, { teamId: row.teamId, userId })
    if (devices.length === 0) return fallback(services, row)
    return { devices, day: content.day, text: reminderText(services, content).text }
  },
  async send(services, row, message) {
    if ('send' in message) return message.send()
    const member = { teamId: row.teamId, userId: row.user_id! }
    if (await remindDevices(services, member, message.devices, message)) return undefined
    return (await fallback(services, row))?.send()
  },
  isIdempotent: () => false,
  retryPolicy: notificationRetries,
}

type Fallback = { send: () => ReturnType<Channel['send']> }

/** Returns Slack or mail, the first that reaches the member. */
async function fallback(services: Services, row: Row): Promise<Fallback | undefined> {
  for (const channel of [slack, mail] as Channel[]) {
    const message = await channel.render(services, row)
    if (message && message !== 'wait') return { send: () => channel.send(services, row, message) }
  }
  return undefined
}
