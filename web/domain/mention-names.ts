import { hasEachNamingLine, isSameName, mentionedIds as idsIn, type Named, namesIn } from '#contract/naming.ts'
import type { User } from '#contract/users.ts'
import { matcherOf } from './matcher.ts'
import { displayName, wordsToFind } from './person.ts'

const offered = 6 // members at most

/** Matches the word between an "@" and the caret, unless a letter or digit before the "@" makes it an email address. */
const typed = /(?<![\p{Script=Latin}\p{N}_])@([^\s@]{0,40})$/u

/**
 * Returns the active members with a name or email address that matches the word before the caret. Members found by
 * name come before members found by email address. In both groups the participants come first.
 * @param first ids of the participants
 */
export function namesAt(before: string, members: readonly User[], first: readonly string[]) {
  const start = typed.exec(before)?.[1]
  if (start === undefined) return { start: '', people: [], isNamed: () => true }
  const matches = matcherOf(start)
  const isNamed = (member: User) => matches(displayName(member))
  const order = (member: User) => (isNamed(member) ? 0 : 2) + (first.includes(member.id) ? 0 : 1)
  const people = members
    .filter((member) => member.is_active && matches(...wordsToFind(member)))
    .toSorted((one, other) => order(one) - order(other))
    .slice(0, offered)
  return { start, people, isNamed }
}

const hasNamesake = (member: User, members: readonly User[]) =>
  members.some(({ id, ...other }) => id !== member.id && displayName(other) === displayName(member))

/**
 * Returns the options of a field after an "@". An option also shows the email address if another member has the same
 * name, or if only the email address matches.
 */
function offersAt(before: string, others: readonly User[], first: readonly string[]) {
  const { start, people, isNamed } = namesAt(before, others, first)
  const options = people.map((member) => ({
    id: member.id,
    name: displayName(member),
    detail: hasNamesake(member, others) || !isNamed(member) ? member.email : undefined,
  }))
  return { start, options }
}

/** Matches a word after an "@", except in an email address. */
const called = /(?<![\p{Script=Latin}\p{N}_])@(?=\p{L})([^\s@]{1,40})/gu
const wordsOf = new Intl.Segmenter('ja', { granularity: 'word' })

/**
 * Returns the words after an "@" that name no active member, with their "@" and without duplicates. Leaves out package
 * names such as @types/node.
 */
export function unknownNames(text: string, members: readonly User[]): string[] {
  const typed = members.filter(({ is_active }) => is_active).map(displayName)
  const known = namesIn(text, { picked: [], typed })
  const unknown = [...text.matchAll(called)].flatMap(({ index, 1: word = '' }) => {
    const isKnown = known.some(({ start, end }) => start <= index && index < end)
    const first = wordsOf.segment(word)[Symbol.iterator]().next().value?.segment ?? word
    return isKnown || word[first.length] === '/' ? [] : `@${first}`
  })
  return [...new Set(unknown)]
}

/**
 * Returns the mention functions of a field.
 * @param ownId the id of the writer; the list never contains the writer
 */
export const offersOf = (members: readonly User[], ownId: string | undefined, first: readonly string[] = []) => {
  const others = members.filter(({ id }) => id !== ownId)
  return {
    at: (before: string) => offersAt(before, others, first),
    // Until the members have been loaded, no name counts as unknown.
    unknownIn: (text: string) => (members.length > 0 ? unknownNames(text, members) : []),
  }
}

export const mentionedIds = (text: string, picked: readonly Named[], members: readonly User[]): string[] =>
  idsIn(
    text,
    picked,
    members.filter(({ is_active }) => is_active).map((member) => ({ id: member.id, name: displayName(member) })),
  )

/**
 * Returns the ids of mentioned members whose current name the comment does not contain. An edit keeps these mentions as
 * long as the lines with an "@" are unchanged.
 */
export function renamedIn(
  text: string,
  { body, mentions }: { body: string; mentions: readonly string[] },
  members: readonly User[],
): string[] {
  if (!hasEachNamingLine(text, body)) return []
  const isCalled = (member: User) => namesIn(body, { picked: [displayName(member)], typed: [] }).length > 0
  return mentions.filter((id) => !members.some((member) => member.id === id && isCalled(member)))
}

/** Returns the names of the mentioned members, and which of them is the reader's. */
export function namesOf(
  ids: readonly string[],
  members: readonly User[],
  readerId: string | undefined,
): { names: readonly string[]; own: string | undefined } {
  if (ids.length === 0) return noNames
  const mentioned = members.filter(({ id }) => ids.includes(id))
  const reader = mentioned.find(({ id }) => id === readerId)
  return { names: mentioned.map(displayName), own: reader && displayName(reader) }
}
const noNames = { names: [], own: undefined }

type Cut = { text: string; isName: boolean; isOwn: boolean }

/** Splits the text before and after each mention. */
export function cutAtNames(text: string, names: readonly string[], own: string | undefined): Cut[] {
  const cuts: Cut[] = []
  let from = 0
  const addPlain = (end: number) => {
    if (end > from) cuts.push({ text: text.slice(from, end), isName: false, isOwn: false })
  }
  for (const { start, end, name } of namesIn(text, { picked: names, typed: [] })) {
    addPlain(start)
    cuts.push({ text: text.slice(start, end), isName: true, isOwn: own !== undefined && isSameName(own, name) })
    from = end
  }
  addPlain(text.length)
  return cuts
}
