import type { User } from '#contract/users.ts'
import { matcherOf } from '../../lib/matcher.ts'
import { displayName } from '../../lib/person.ts'

const most = 6

/** What is typed behind an @ at the caret. */
const typed = /(?:^|[\s\p{P}])@([^\s@]{0,40})$/u

/**
 * Whom the words before the caret may be about to name: active members, those who take part first.
 * @param first ids
 */
export function namesAt(before: string, members: readonly User[], first: readonly string[]) {
  const start = typed.exec(before)?.[1]
  if (start === undefined) return { start: '', people: [] }
  const matches = matcherOf(start)
  const place = ({ id }: User) => (first.includes(id) ? 0 : 1)
  const people = members
    .filter((member) => member.is_active && matches(displayName(member)))
    .toSorted((one, other) => place(one) - place(other))
    .slice(0, most)
  return { start, people }
}

/** The ids of those whom the words name. */
export const namedIn = (body: string, members: readonly User[]) =>
  members.filter((member) => member.is_active && body.includes(`@${displayName(member)}`)).map(({ id }) => id)
