import { initials, initialsOfName, memberId, wordOf } from '../../lib/person.ts'

/** A member as the cards show them (S3.23 to S3.26). */
export type TeamMember = {
  id: string
  name: string
  email: string
  role: string
  picture: string | undefined
  initials: string
  isActive: boolean
  /** Another account has proven the address, so nobody can log in to this one (E1.16). */
  isShut: boolean
  /** The account was deleted. Its name stays beside its reports. */
  hasLeft: boolean
  isAdmin: boolean
  /** Reports, or only reads them. */
  writes: boolean
  /** ISO 8601; undefined while active, or where nobody knows. */
  deactivatedAt: string | undefined
  /** YYYY-MM-DD; undefined if the server does not say. */
  joinedOn: string | undefined
  /** ISO 8601, or nothing readable. */
  lastActive: string | undefined
}

/** From whatever the server tells of a member, which may be less, or under other names, than the contract says. */
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

/** Who reads first, then everybody who is active, by name; the inactive at the end. */
export function inOrder(members: TeamMember[], ownId: string | undefined, language: string): TeamMember[] {
  const { compare } = new Intl.Collator(language)
  const rank = ({ id, isActive }: TeamMember) => (id === ownId ? 0 : isActive ? 1 : 2)
  return members.toSorted((one, other) => rank(one) - rank(other) || compare(one.name, other.name))
}
