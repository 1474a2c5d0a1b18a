import { initials, initialsOfName, memberId, wordOf } from '../../domain/person.ts'

/** A member as shown on the cards (S3.23 to S3.26). */
export type TeamMember = {
  id: string
  name: string
  email: string
  role: string
  picture: string | undefined
  initials: string
  isActive: boolean
  /** Whether a login to this account is impossible, because another account has proven the address (E1.16). */
  isShut: boolean
  /** Whether the account was deleted. The name is still shown beside the reports. */
  hasLeft: boolean
  isAdmin: boolean
  /** Whether the member writes reports, or only reads them. */
  writes: boolean
  /** The time of the deactivation in ISO 8601. Undefined if the member is active or the time is unknown. */
  deactivatedAt: string | undefined
  /** YYYY-MM-DD. Undefined if the server does not send it. */
  joinedOn: string | undefined
  /** The time of the last activity in ISO 8601. It may be missing or invalid. */
  lastActive: string | undefined
}

/** Reads a member from the server's response, which may lack fields or use other names than the contract. */
export function teamMemberOf(answer: unknown): TeamMember {
  const given = (typeof answer === 'object' && answer !== null ? answer : {}) as Record<string, unknown>
  const first = (...names: string[]) => names.map((name) => wordOf(given[name])).find((text) => text !== '')
  const first_name = first('first_name') ?? ''
  const family_name = first('family_name') ?? ''
  const email = first('email') ?? ''
  const name = first('preferred_name', 'display_name') ?? ([family_name, first_name].join(' ').trim() || email)
  return {
    id: memberId(given),
    name,
    email,
    role: first('role') ?? 'member',
    picture: first('github_avatar_url', 'google_avatar_url'),
    initials: initials({ first_name, family_name }) || initialsOfName(name),
    isActive: given['is_active'] === true,
    isShut: given['is_active'] === true && given['email'] === '',
    hasLeft: given['is_active'] === false && given['email'] === '',
    isAdmin: given['is_admin'] === true,
    writes: given['writes'] !== false,
    deactivatedAt: first('deactivated_at'),
    joinedOn: first('joined_on'),
    lastActive: first('last_active', 'updated_at'),
  }
}

/** Sorts the members: first the reader, then active members by name, then inactive members by name. */
export function sortMembers(members: TeamMember[], ownId: string | undefined, language: string): TeamMember[] {
  const { compare } = new Intl.Collator(language)
  const rank = ({ id, isActive }: TeamMember) => (id === ownId ? 0 : isActive ? 1 : 2)
  return members.toSorted((one, other) => rank(one) - rank(other) || compare(one.name, other.name))
}
