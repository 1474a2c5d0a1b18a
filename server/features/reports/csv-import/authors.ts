import { normalized } from '#contract/normalized.ts'
import { emailPattern } from '#contract/email-pattern.ts'
import { limits } from '#contract/limits.ts'
import { emailKey } from '#server/access/email-address/email-key.ts'
import { type Columns, namesPeople } from './policy.ts'
import type { Row } from './table.ts'

type Names = Record<'id' | 'display_name' | 'first_name' | 'family_name', string> & { email_key: string | null }

/**
 * A cell that may name a member. `address` and `name`: keys to find the member by, '' if the cell has none. The worker
 * thread computes the keys, because normalizing thousands of cells would block the event loop (E6.01).
 */
export type Author = { cell: string; address: string; name: string; isAddress: boolean }

/**
 * The distinct cells of a column that may name the authors. `isHeaded`: the heading says that the column names people.
 */
export type Candidate = { isHeaded: boolean; cells: Author[] }

// The most columns, distinct cells of a column, and characters of a cell that are searched for names.
const looked = { columns: 40, cells: 100, characters: 100 }

/** Returns the distinct short cells of the first columns, except the column of the dates. */
export function candidatesIn(headings: readonly string[], rows: readonly Row[], { date }: Columns): Candidate[] {
  const places = headings.map((_, place) => place).filter((place) => place !== date)
  return places.slice(0, looked.columns).map((place) => {
    const cells = new Set<string>()
    for (const row of rows) {
      const cell = row.cells[place]?.trim() ?? ''
      if (cell !== '' && cell.length <= looked.characters) cells.add(cell)
      if (cells.size === looked.cells) break
    }
    return { isHeaded: namesPeople(headings[place]!), cells: [...cells].map(authorIn) }
  })
}

/** Returns the address in `Name <address>`, or the whole cell. */
const addressIn = (cell: string): string =>
  /<(?<address>[^<>@]+@[^<>@]+)>$/u.exec(cell.slice(0, limits.email + limits.importSample))?.groups?.['address'] ?? cell

const keyLongest = 6 * limits.name // characters; no member's name has a longer key, even after NFKC

/** Returns the normalized name, '' if it is longer than any name. */
function nameKey(name: string): string {
  const key = normalized(name, 'NFKC').toLowerCase().replaceAll(/\s+/gu, ' ').trim()
  return key.length > keyLongest ? '' : key
}

export function authorIn(cell: string): Author {
  const address = addressIn(cell)
  return {
    cell,
    address: address.includes('@') ? emailKey(address) : '',
    name: nameKey(cell),
    isAddress: emailPattern.test(address),
  }
}

/** Returns functions that find the member to whom a cell of the file refers. */
export function openDirectory<Member extends Names>(members: readonly Member[]) {
  const byKey = new Map(members.map((member) => [member.email_key, member]))
  const byName = membersBy(members, ({ display_name: display, first_name: first, family_name: family }) => [
    display,
    `${first} ${family}`,
    `${family} ${first}`,
    `${family}${first}`,
    `${family}, ${first}`,
  ])
  const byPart = membersBy(members, ({ first_name: first, family_name: family, email_key: key }) => [
    first,
    family,
    key?.split('@')[0] ?? '',
  ])
  /** Returns the member with this address, or the only member with this display name or full name. */
  const memberOf = ({ address, name }: Author): Member | undefined => byKey.get(address) ?? only(byName.get(name))
  /** Returns the members that a cell may mean: a first name or the beginning of an address is enough. */
  const like = (author: Author): readonly Member[] => {
    const member = memberOf(author)
    const name = author.name.replace(/^@/u, '')
    return member ? [member] : [...(byName.get(name) ?? []), ...(byPart.get(name) ?? [])]
  }
  return {
    memberOf,
    isShared: ({ name }: Author): boolean => (byName.get(name)?.length ?? 0) > 1,
    /** Returns whether a column may name an author other than `userId`. */
    mayNameOthers({ isHeaded, cells }: Candidate, userId: string): boolean {
      const isCaller = (author: Author) => like(author).length > 0 && like(author).every(({ id }) => id === userId)
      return (isHeaded || cells.some((one) => one.isAddress || like(one).length > 0)) && !cells.every(isCaller)
    },
  }
}

const only = <Member>(members: readonly Member[] | undefined) => (members?.length === 1 ? members[0] : undefined)

function membersBy<Member>(members: readonly Member[], namesOf: (member: Member) => readonly string[]) {
  const byName = new Map<string, Member[]>()
  for (const member of members)
    for (const name of new Set(namesOf(member).map(nameKey)))
      if (name !== '') byName.set(name, [...(byName.get(name) ?? []), member])
  return byName
}
