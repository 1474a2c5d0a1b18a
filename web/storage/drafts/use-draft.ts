import { useCallback, useReducer, useRef, useState } from 'react'
import { onStoredElsewhere, useIsStored } from '../local-storage.ts'
import { useSubscription } from '../../hooks/use-subscription.ts'
import { useLatest } from '../../hooks/use-latest.ts'
import { useOpenEditor } from './open-editors.ts'
import type { StoredDraft, Drafts } from './draft.ts'
import { draftReducer, opened, draftAfterSave } from './draft-state.ts'

/** Returns whether a draft is stored under the key. Rerenders on changes. */
export const useHasDraft = <Content extends object>(drafts: Drafts<Content>, key: string | undefined) =>
  useIsStored(key, drafts.parse)

/**
 * Returns the content of an editor, and stores it on every change.
 * @param key undefined: nothing is stored
 * @param start the content until the member writes; content that is equal to it is not stored
 * @param version the version of the data in `start`, or null if the editor creates something
 */
export function useDraft<Content extends object>(
  drafts: Drafts<Content>,
  key: string | undefined,
  start: Content,
  version: string | null,
) {
  const { kind } = drafts
  const stored = () => (key === undefined ? undefined : drafts.read(key))
  const [reducer] = useState(() => draftReducer(kind))
  const [state, dispatch] = useReducer(reducer, undefined, () => opened(stored()))
  const content = state.content ?? start
  // One event can change the content twice before the next render.
  const latest = useLatest({ content, saved: state.saved })
  const baseVersion = state.content === undefined ? version : state.baseVersion
  const isBlank = (some: Content) => version === null && kind.isBlank?.(some) === true
  const isStart = isBlank(content) || kind.isSame(content, start)
  useOpenEditor(kind.name, state.content !== undefined && !isStart)

  const save = (next: Content, previous: StoredDraft<Content> | undefined, base: string | null) => {
    if (key === undefined) return { kind: 'unneeded' } as const
    if (!isBlank(next) && (base !== version || !kind.isSame(next, start)))
      return drafts.write(key, { ...next, baseVersion: base, savedAt: Date.now() }, previous)
    const draft = drafts.readOfOtherTab(key, previous)
    if (draft) return { kind: 'conflict', draft } as const
    drafts.remove(key, previous)
    return { kind: 'unneeded' } as const
  }
  // An undo compares the count, to find out whether the member has written since the change that it undoes.
  const changes = useRef({ count: 0, isCounted: false })
  /** Counts a change. All changes of one event count as one. */
  const countChange = () => {
    const { current } = changes
    if (current.isCounted) return
    changes.current = { count: current.count + 1, isCounted: true }
    queueMicrotask(() => (changes.current.isCounted = false))
  }
  const { count } = changes.current
  const edit = (next: Content, previous: StoredDraft<Content> | undefined, base = baseVersion) => {
    countChange()
    const outcome = save(next, previous, base)
    const event = { type: 'edited', content: next, baseVersion: base, outcome } as const
    latest.set({ content: next, saved: draftAfterSave(outcome, latest.get().saved) })
    dispatch(event)
  }
  const remove = (previous: StoredDraft<Content> | undefined) => {
    if (key !== undefined) drafts.remove(key, previous)
  }

  const hearOtherTabs = useCallback(
    (listener: (change: string | null) => void) =>
      key === undefined ? () => undefined : onStoredElsewhere(key, listener),
    [key],
  )
  useSubscription(hearOtherTabs, (change) => {
    const { saved } = latest.get()
    if (key !== undefined && saved && !stored() && drafts.hasMissed(change, saved)) drafts.write(key, saved, undefined)
    else {
      countChange()
      dispatch({ type: 'changedElsewhere', draft: stored() })
    }
  })

  return {
    ...state,
    content,
    baseVersion,
    /** Whether the content differs from the initial content. */
    isWritten: state.content !== undefined && !isStart,
    /** Undefined during a conflict: the text of this tab is not stored then, although an earlier text may be. */
    savedAt: state.conflict ? undefined : state.saved?.savedAt,
    /** @param base the version that the changed content is based on */
    change: (change: (before: Content) => Content, base = baseVersion) =>
      edit(change(latest.get().content), latest.get().saved, base),
    keepMine: () => edit(content, state.conflict),
    /** Keeps the text of the editor, although the data has changed on the server. */
    keepOverCurrent: () => edit(content, state.saved, version),
    takeTheirs: () => dispatch({ type: 'theirsTaken' }),
    /** Begins again with the draft that is stored now. */
    reread: () => dispatch({ type: 'opened', draft: stored() }),
    /** Shows a change of the draft that another editor on this page has made. */
    catchUp: () => dispatch({ type: 'changedElsewhere', draft: stored() }),
    /** Removes the draft and returns to the initial content. */
    discard: () => {
      countChange()
      remove(state.saved)
      dispatch({ type: 'opened', draft: undefined })
    },
    /**
     * Restores the content of this render, even after the editor has left the page. If there is newer text, from this
     * editor or from another tab, keeps both and lets the member choose.
     */
    undo: () => {
      const { saved } = latest.get()
      const newer = changes.current.count > count + 1 ? saved : undefined
      const other = newer ?? (key === undefined ? undefined : drafts.readOfOtherTab(key, saved))
      changes.current.count = count
      if (!other && key !== undefined && state.saved) drafts.write(key, state.saved, saved)
      else if (!other) remove(saved)
      dispatch({ type: 'undone', before: other ? { ...state, conflict: other } : state })
    },
    /**
     * Removes the draft after its text was sent. If another tab has stored other text since, that draft stays, with a
     * new id.
     */
    remove: () => {
      remove(state.saved)
      const left = stored()
      if (left && key !== undefined && baseVersion === null && kind.renew)
        drafts.write(key, { ...left, ...kind.renew(left) }, left)
    },
    /** Returns the content to send, with a new id if another tab has sent or discarded this draft. */
    toSend: () => (baseVersion === null && state.saved && !stored() && kind.renew ? kind.renew(content) : content),
  }
}
