import type { Words } from '#contract/report-fields.ts'
import type { BlockerChoice } from '#contract/reports.ts'
import { sameWords } from './day.ts'
import type { Draft, SaveOutcome } from './drafts.ts'
import { type Choices, noChoices } from './choices.ts'

/** What the form shows, and what the browser keeps of it. */
export type DraftState = {
  /** Nothing until somebody writes: then the form shows what it starts from, also when that arrives late. */
  words: Words | undefined
  /** What has been chosen for the lines of the last plan. */
  choices: Choices
  /** The choices in the rows of open blockers. */
  blockers: readonly BlockerChoice[]
  /** `updated_at` of the report that the words began from, null for a new one. */
  baseVersion: string | null
  /** What was last read or written in this tab; its `savedAt` is what the member is told. */
  saved: Draft | undefined
  /** The words were found in the browser when the form opened. */
  restored: boolean
  /** What another tab has written in between; nothing is saved until the member chooses. */
  conflict: Draft | undefined
  /** The browser keeps nothing. */
  unavailable: boolean
}

export type DraftEvent =
  /** The form begins anew, from what the browser keeps. */
  | { type: 'opened'; draft: Draft | undefined }
  /** `unneeded`: the words are what the form starts from, or nobody knows whose they are. */
  | {
      type: 'edited'
      words: Words
      choices: Choices
      blockers: readonly BlockerChoice[]
      baseVersion: string | null
      outcome: SaveOutcome | { kind: 'unneeded' }
    }
  | { type: 'changedElsewhere'; draft: Draft | undefined }
  /** The member chose the words of the other tab. */
  | { type: 'theirsTaken' }
  /** The member took back what they had done since. */
  | { type: 'undone'; before: DraftState }

export const opened = (draft: Draft | undefined): DraftState => ({
  words: draft?.words,
  choices: draft?.choices ?? noChoices,
  blockers: draft?.blockers ?? [],
  baseVersion: draft?.baseVersion ?? null,
  saved: draft,
  restored: draft !== undefined,
  conflict: undefined,
  unavailable: false,
})

/** Whether taking over another tab's words loses none of this one's. */
const hasNothingToLose = ({ words, saved, conflict }: DraftState) =>
  words === undefined || (conflict === undefined && saved !== undefined && sameWords(saved.words, words))

function edited(
  before: DraftState,
  { words, choices, blockers, baseVersion, outcome }: Extract<DraftEvent, { type: 'edited' }>,
) {
  const state: DraftState = { ...before, words, choices, blockers, baseVersion, conflict: undefined }
  switch (outcome.kind) {
    case 'saved':
      return { ...state, saved: outcome.draft, unavailable: false }
    case 'conflict':
      return { ...state, conflict: outcome.draft }
    case 'unavailable':
      return { ...state, saved: undefined, unavailable: true }
    case 'unneeded':
      return { ...state, saved: undefined }
  }
}

export function draftReducer(state: DraftState, event: DraftEvent): DraftState {
  switch (event.type) {
    case 'opened':
      return opened(event.draft)
    case 'edited':
      return edited(state, event)
    case 'changedElsewhere':
      // Removed there (sent or discarded): these words stay here, and the next change keeps them again.
      if (!event.draft) return { ...state, saved: undefined }
      if (!hasNothingToLose(state)) return { ...state, conflict: event.draft }
      return { ...opened(event.draft), restored: state.restored }
    case 'theirsTaken':
      return state.conflict ? { ...opened(state.conflict), restored: state.restored } : state
    case 'undone':
      return event.before
  }
}
