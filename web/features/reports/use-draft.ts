import { useEffect, useEffectEvent, useReducer } from 'react'
import type { Words } from '#contract/report-fields.ts'
import type { BlockerChoice } from '#contract/reports.ts'
import { onStoredElsewhere } from '../../lib/local-storage.ts'
import { sameWords } from './day.ts'
import { draftReducer, opened } from './draft-state.ts'
import { type Draft, readDraft, removeDraft, writeDraft } from './drafts.ts'
import type { Choices } from './choices.ts'

const draftAt = (key: string | undefined) => (key === undefined ? undefined : readDraft(key))

/** The content of the form: the words, and the choices in its rows. */
type Held = { words: Words; choices: Choices; blockers: readonly BlockerChoice[] }
type Chosen = Partial<Pick<Held, 'choices' | 'blockers'>>

const stamped = ({ words, choices, blockers }: Held, baseVersion: string | null): Draft => ({
  words,
  ...(choices.size > 0 && { choices }),
  ...(blockers.length > 0 && { blockers }),
  baseVersion,
  savedAt: Date.now(),
})

/**
 * The words of the form, kept in the browser with every change.
 * @param key undefined while the member is unknown: then nothing is kept
 * @param start what the form shows while nobody has written: a draft equal to it is no draft
 * @param version `updated_at` of the report that `start` comes from, null for a new one
 */
export function useDraft(key: string | undefined, start: Words, version: string | null) {
  const [state, dispatch] = useReducer(draftReducer, key, (key) => opened(draftAt(key)))
  const words = state.words ?? start
  const baseVersion = state.words ? state.baseVersion : version

  const remove = () => {
    if (key !== undefined) removeDraft(key)
  }
  const save = (next: Held, previous: Draft | undefined) => {
    const isChosen = next.choices.size > 0 || next.blockers.length > 0
    if (key !== undefined && (!sameWords(next.words, start) || isChosen || baseVersion !== version))
      return writeDraft(key, stamped(next, baseVersion), previous)
    remove()
    return { kind: 'unneeded' } as const
  }
  const edit = (next: Held, previous: Draft | undefined) =>
    dispatch({ type: 'edited', ...next, baseVersion, outcome: save(next, previous) })

  const onElsewhere = useEffectEvent(() => dispatch({ type: 'changedElsewhere', draft: draftAt(key) }))
  useEffect(() => (key === undefined ? undefined : onStoredElsewhere(key, () => onElsewhere())), [key])

  return {
    ...state,
    words,
    baseVersion,
    savedAt: state.saved?.savedAt,
    change: (part: Partial<Words>, { choices, blockers }: Chosen = {}) =>
      edit(
        {
          words: { ...words, ...part },
          choices: choices ?? state.choices,
          blockers: blockers ?? state.blockers,
        },
        state.saved,
      ),
    keepMine: () => edit({ ...state, words }, state.conflict),
    takeTheirs: () => dispatch({ type: 'theirsTaken' }),
    /** Goes on from what the browser keeps by now. */
    reread: () => dispatch({ type: 'opened', draft: draftAt(key) }),
    /** Back to what the form starts from. */
    discard: () => {
      remove()
      dispatch({ type: 'opened', draft: undefined })
    },
    /** Back to all as it is now, later: also when the form is gone by then. */
    undo: () => {
      if (key !== undefined && state.saved) writeDraft(key, state.saved, readDraft(key))
      else remove()
      dispatch({ type: 'undone', before: state })
    },
    /** After a save nothing half-written is left. */
    remove,
    /** Submitted without a network: kept until it can be sent. @returns false where the browser keeps nothing */
    queue: () =>
      key !== undefined &&
      writeDraft(key, { ...stamped({ ...state, words }, baseVersion), queued: true }, state.saved).kind === 'saved',
  }
}
