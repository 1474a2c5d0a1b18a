import { removeStored, storedKeys } from './local-storage.ts'
import { readOutbox } from './outbox.ts'

/** The prefixes of storage keys without unsent text. The values of all other keys count as unsent text. */
const otherKinds: ReadonlySet<string> = new Set([
  'asakai_claimed',
  'asakai_first_steps_later',
  'asakai_newcomers',
  'asakai_outbox', // `hasUnsentText` checks its entries
  'asakai_password_link',
  'asakai_recent_commands',
  'asakai_recent_searches',
  'asakai_sole_administrator',
  'asakai_week_offer',
])

const keysOf = (userId: string): string[] =>
  storedKeys('asakai_').filter((key) => key.split(':')[1] === userId.toLowerCase())

/** Returns whether this browser has unsent text of the member: a draft, or an outbox entry that is no read mark. */
export const hasUnsentText = (userId: string): boolean =>
  keysOf(userId).some((key) => !otherKinds.has(key.split(':')[0]!)) ||
  readOutbox(userId).some(({ kind }) => kind !== 'reads')

export function forgetMember(userId: string) {
  for (const key of keysOf(userId)) removeStored(key)
}
