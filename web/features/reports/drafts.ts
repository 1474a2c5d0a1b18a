import type { Words } from '#contract/report-fields.ts'
import type { BlockerChoice } from '#contract/reports.ts'
import type { CalendarDate } from '../../lib/dates.ts'
import { readStored, removeStored, storedKeys, useIsStored, writeStored } from '../../lib/local-storage.ts'
import { readWords, sameWords } from './day.ts'
import { type Choices, type Way, ways } from './choices.ts'

/** A half-written report. */
export type Draft = {
  words: Words
  /** Absent: none was made. */
  choices?: Choices
  /** The choices in the rows of open blockers. Absent: none. */
  blockers?: readonly BlockerChoice[]
  /** `updated_at` of the report that it began from, null for a new one: one that has changed meanwhile is noticed. */
  baseVersion: string | null
  /** Milliseconds since 1970. */
  savedAt: number
  /** Submitted without a network: it is sent as soon as there is one. */
  queued?: true
}

/** As it stands in the browser, in the names of the first version. */
type StoredDraft = {
  words: Words
  choices?: [line: string, way: Way][] | undefined
  blockers?: readonly BlockerChoice[] | undefined
  base: string | null
  savedAt: number
  waiting?: true | undefined
}

const ownKeys = (userId: string) => `asakai_draft:${userId.toLowerCase()}:`
export const draftKey = (userId: string, date: CalendarDate) => `${ownKeys(userId)}${date}`

const isChoice = (entry: unknown) =>
  Array.isArray(entry) && typeof entry[0] === 'string' && ways.includes(entry[1] as Way)

/** By hand: the schema library is not part of the first load. */
const isBlockerChoice = (choice: Partial<BlockerChoice> | null) =>
  typeof choice?.id === 'string' &&
  typeof choice.text === 'string' &&
  (choice.state === 'open' || choice.state === 'solved')

function parseDraft(stored: string): Draft | undefined {
  const { words: texts, choices, blockers, base, savedAt, waiting } = JSON.parse(stored) as Partial<StoredDraft>
  const words = texts && readWords(texts)
  if (!words || typeof savedAt !== 'number') return undefined
  const draft = {
    words,
    ...(Array.isArray(choices) && { choices: new Map(choices.filter(isChoice)) }),
    ...(Array.isArray(blockers) && { blockers: blockers.filter(isBlockerChoice) }),
    baseVersion: typeof base === 'string' ? base : null,
    savedAt,
  }
  return waiting === true ? { ...draft, queued: true } : draft
}

export const readDraft = (key: string) => readStored(key, parseDraft)
export const removeDraft = removeStored
export const useHasDraft = (key: string | undefined) => useIsStored(key, parseDraft)

/** What became of words that were to be kept: `conflict` has the draft of another tab that stands in the way. */
export type SaveOutcome = { kind: 'saved' | 'conflict'; draft: Draft } | { kind: 'unavailable' }

/** Keeps the words, unless another tab has written since `previous` was read or written here. */
export function writeDraft(key: string, draft: Draft, previous: Draft | undefined): SaveOutcome {
  const other = readDraft(key)
  if (other && other.savedAt !== previous?.savedAt && !sameWords(other.words, draft.words))
    return { kind: 'conflict', draft: other }
  const { words, choices: made, blockers, baseVersion: base, savedAt, queued: waiting } = draft
  const choices = made && [...made]
  const isKept = writeStored(
    key,
    JSON.stringify({ words, choices, blockers, base, savedAt, waiting } satisfies StoredDraft),
  )
  return isKept ? { kind: 'saved', draft } : { kind: 'unavailable' }
}

/** The days whose drafts are to be sent, ascending, separated by spaces: a text, so that it can be compared. */
export function queuedDates(userId: string): string {
  const prefix = ownKeys(userId)
  return storedKeys(prefix)
    .filter((key) => readDraft(key)?.queued)
    .map((key) => key.slice(prefix.length))
    .sort()
    .join(' ')
}
