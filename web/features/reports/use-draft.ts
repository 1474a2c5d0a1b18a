import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import type { Words } from '#contract/report-fields.ts'
import { sameWords } from './day.ts'
import { type Draft, onAnyDraft, onDraftElsewhere, readDraft, removeDraft, writeDraft } from './drafts.ts'

type State = {
  /** Nothing until somebody writes: then the form shows what it starts from, also when that arrives late. */
  words: Words | undefined
  base: string | null
  /** What was last read or written here; `savedAt` of it is what the member is told. */
  known: Draft | undefined
  /** The words were found in the browser when the form opened. */
  restored: boolean
  /** What another tab has written in between; nothing is kept until the member chooses. */
  conflict: Draft | undefined
  unavailable: boolean
}

const opened = (draft: Draft | undefined): State => ({
  words: draft?.words,
  base: draft?.base ?? null,
  known: draft,
  restored: draft !== undefined,
  conflict: undefined,
  unavailable: false,
})

const stamped = (words: Words, base: string | null): Draft => ({ words, base, savedAt: Date.now() })

/** Whether a half-written report is kept under the key; follows it. */
export const useHasDraft = (key: string | undefined) =>
  useSyncExternalStore(onAnyDraft, () => key !== undefined && readDraft(key) !== undefined)

/**
 * The words of the form, kept in the browser with every change.
 * @param key undefined while the member is unknown: then nothing is kept
 * @param start what the form shows while nobody has written: a draft equal to it is no draft
 * @param version `updated_at` of the report that `start` comes from, null for a new one
 */
export function useDraft(key: string | undefined, start: Words, version: string | null) {
  const [state, setState] = useState(() => opened(key === undefined ? undefined : readDraft(key)))
  const words = state.words ?? start
  const base = state.words ? state.base : version

  const keep = (next: Words, known: Draft | undefined) => {
    const changed: State = { ...state, words: next, base, known, conflict: undefined }
    if (key === undefined) return setState(changed)
    if (sameWords(next, start) && base === version) {
      removeDraft(key)
      return setState({ ...changed, known: undefined })
    }
    const outcome = writeDraft(key, stamped(next, base), known)
    if (outcome === 'unavailable') setState({ ...changed, known: undefined, unavailable: true })
    else if ('conflict' in outcome) setState({ ...changed, conflict: outcome.conflict })
    else setState({ ...changed, known: outcome.kept, unavailable: false })
  }
  const adopt = (draft: Draft) => setState({ ...opened(draft), restored: state.restored })
  const forget = () => {
    if (key !== undefined) removeDraft(key)
  }

  const onElsewhere = useEffectEvent((draft: Draft | undefined) => {
    const saved = state.words === undefined || (state.known && sameWords(state.known.words, state.words))
    // Removed there (sent or discarded): these words stay here, and the next change keeps them again.
    if (!draft) setState({ ...state, known: undefined })
    else if (saved) adopt(draft)
    else setState({ ...state, conflict: draft })
  })
  useEffect(() => (key === undefined ? undefined : onDraftElsewhere(key, onElsewhere)), [key])

  return {
    ...state,
    words,
    base,
    savedAt: state.known?.savedAt,
    change: (part: Partial<Words>) => keep({ ...words, ...part }, state.known),
    /** Back to what the form starts from. */
    discard: () => {
      forget()
      setState(opened(undefined))
    },
    /** Back to all as it is now, later: also when the form is gone by then. */
    restore: () => {
      if (key !== undefined && state.known) writeDraft(key, state.known, readDraft(key))
      else forget()
      setState(state)
    },
    /** Goes on from what the browser keeps by now. */
    reread: () => setState(opened(key === undefined ? undefined : readDraft(key))),
    /** After a save nothing half-written is left. */
    forget,
    /** Submitted without a network: kept until it can be sent. @returns false where the browser keeps nothing */
    postpone: () => {
      if (key === undefined) return false
      const outcome = writeDraft(key, { ...stamped(words, base), waiting: true }, state.known)
      return outcome !== 'unavailable' && 'kept' in outcome
    },
    takeTheirs: () => state.conflict && adopt(state.conflict),
    keepMine: () => keep(words, state.conflict),
  }
}
