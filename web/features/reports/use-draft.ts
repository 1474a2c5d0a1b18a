import { useEffect, useEffectEvent, useReducer } from 'react'
import type { Words } from '#contract/report-fields.ts'
import { onStoredElsewhere } from '../../lib/local-storage.ts'
import { sameWords } from './day.ts'
import { draftReducer, opened } from './draft-state.ts'
import { type Draft, readDraft, removeDraft, writeDraft } from './drafts.ts'
import type { Choices } from './choices.ts'

const draftAt = (key: string | undefined) => (key === undefined ? undefined : readDraft(key))

const stamped = (words: Words, choices: Choices, baseVersion: string | null): Draft => ({
  words,
  ...(choices.size > 0 && { choices }),
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
  const save = (next: Words, choices: Choices, previous: Draft | undefined) => {
    if (key !== undefined && !(sameWords(next, start) && choices.size === 0 && baseVersion === version))
      return writeDraft(key, stamped(next, choices, baseVersion), previous)
    remove()
    return { kind: 'unneeded' } as const
  }
  const edit = (next: Words, choices: Choices, previous: Draft | undefined) =>
    dispatch({ type: 'edited', words: next, choices, baseVersion, outcome: save(next, choices, previous) })

  const onElsewhere = useEffectEvent(() => dispatch({ type: 'changedElsewhere', draft: draftAt(key) }))
  useEffect(() => (key === undefined ? undefined : onStoredElsewhere(key, () => onElsewhere())), [key])

  return {
    ...state,
    words,
    baseVersion,
    savedAt: state.saved?.savedAt,
    change: (part: Partial<Words>, choices = state.choices) => edit({ ...words, ...part }, choices, state.saved),
    keepMine: () => edit(words, state.choices, state.conflict),
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
      writeDraft(key, { ...stamped(words, state.choices, baseVersion), queued: true }, state.saved).kind === 'saved',
  }
}
