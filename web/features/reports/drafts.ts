import { limits } from '#contract/limits.ts'
import type { Named } from '#contract/naming.ts'
import { type ReportValues, type ValueField, valueFields } from '#contract/report-fields.ts'
import type { BlockerChoice } from '#contract/reports.ts'
import { type StoredDraft as AnyDraft, openDrafts } from '../../storage/drafts/draft.ts'
import { readValues, sameValues } from './day.ts'
import { type Choices, type LineOutcome, lineOutcomes } from './line-outcomes.ts'
import { pick } from './merge.ts'

export type ReportContent = {
  words: ReportValues
  /** The values when the member began to edit. A field without a value counts as changed on both sides. */
  began?: Partial<ReportValues>
  /** Fields with a text that was replaced, because it changed elsewhere. Not stored. */
  taken?: readonly ValueField[]
  /** The choices for the lines of the last plan. */
  choices?: Choices
  /** The choices in the rows of open blockers. */
  blockers?: readonly BlockerChoice[]
  /** The members that the author selected in the list after an "@". Their names are in the text. */
  picked?: readonly Named[]
}

/** A draft of a report. Its version is the `updated_at` of the report that it began from. */
export type StoredReportDraft = AnyDraft<ReportContent>

const isChoice = (entry: unknown): entry is [string, LineOutcome] =>
  Array.isArray(entry) && typeof entry[0] === 'string' && lineOutcomes.includes(entry[1] as LineOutcome)

/** Checks without the schema library, because that is not part of the first load. */
const isBlockerChoice = (choice: Partial<BlockerChoice> | null): choice is BlockerChoice =>
  typeof choice?.id === 'string' &&
  typeof choice.text === 'string' &&
  (choice.state === 'open' || choice.state === 'solved')

const isNamed = (picked: Partial<Named> | null): picked is Named =>
  typeof picked?.id === 'string' && typeof picked.name === 'string'

const beganIn = (began: Partial<ReportValues>) =>
  pick(
    began,
    valueFields.filter((field) => began[field] !== undefined),
  )

const chosenIn = ({ choices = new Map(), blockers = [], picked = [] }: ReportContent) =>
  JSON.stringify([[...choices], blockers, picked])

export const reportDrafts = openDrafts<ReportContent>({
  name: 'asakai_draft',
  read: ({ words: texts, began, choices, blockers, picked, savedAt }) => {
    const words = texts ? readValues(texts) : undefined
    if (!words || typeof savedAt !== 'number') return undefined
    return {
      words,
      ...(typeof began === 'object' && began && { began: beganIn(began) }),
      ...(Array.isArray(choices) && { choices: new Map(choices.filter(isChoice)) }),
      ...(Array.isArray(blockers) && { blockers: blockers.filter(isBlockerChoice) }),
      ...(Array.isArray(picked) && { picked: picked.filter(isNamed) }),
    }
  },
  write: ({ choices }) => ({ choices: choices && [...choices], taken: undefined }),
  isSame: (one, other) => sameValues(one.words, other.words) && chosenIn(one) === chosenIn(other),
})

export const mentionsOf = (picked: readonly Named[]) =>
  picked.length > 0 ? { mentions: [...new Set(picked.map(({ id }) => id))].slice(0, limits.mentions) } : {}
