import type { Draft, DraftKind, SaveOutcome } from './draft.ts'

/** The content of an editor, and what the browser stores of it. */
export type DraftState<Content extends object> = {
  /** Undefined until somebody writes. Then the editor shows what it starts from, even if that arrives late. */
  content: Content | undefined
  /** The version that the content began from. */
  baseVersion: string | null
  /** The draft that this tab last read or wrote. */
  saved: Draft<Content> | undefined
  /** The content was stored already when the editor opened. */
  restored: boolean
  /** The draft of another tab. Nothing is stored until the member chooses. */
  conflict: Draft<Content> | undefined
  /** The browser refuses to store anything. */
  unavailable: boolean
}

/** `unneeded`: the content equals what the editor starts from, or the member is unknown. */
type Outcome<Content> = SaveOutcome<Content> | { kind: 'unneeded' }

export type DraftEvent<Content extends object> =
  /** The editor starts anew from the stored draft. */
  | { type: 'opened'; draft: Draft<Content> | undefined }
  | {
      type: 'edited'
      content: Content
      baseVersion: string | null
      outcome: Outcome<Content>
    }
  /** Another tab has stored or removed the draft. */
  | { type: 'changedElsewhere'; draft: Draft<Content> | undefined }
  /** The member chose the words of the other tab. */
  | { type: 'theirsTaken' }
  /** The member undid what they had done since. */
  | { type: 'undone'; before: DraftState<Content> }

export const opened = <Content extends object>(draft: Draft<Content> | undefined): DraftState<Content> => ({
  content: draft,
  baseVersion: draft?.baseVersion ?? null,
  saved: draft,
  restored: draft !== undefined,
  conflict: undefined,
  unavailable: false,
})

/** Returns the next state of an editor whose drafts are of this kind. */
export const draftReducer =
  <Content extends object>(kind: DraftKind<Content>) =>
  (state: DraftState<Content>, event: DraftEvent<Content>): DraftState<Content> => {
    switch (event.type) {
      case 'opened':
        return opened(event.draft)
      case 'edited':
        return edited(state, event)
      case 'changedElsewhere':
        return changedElsewhere(kind, state, event.draft)
      case 'theirsTaken':
        return state.conflict ? { ...opened(state.conflict), restored: state.restored } : state
      case 'undone':
        return event.before
    }
  }

function edited<Content extends object>(
  before: DraftState<Content>,
  { content, baseVersion, outcome }: Extract<DraftEvent<Content>, { type: 'edited' }>,
): DraftState<Content> {
  const saved = savedBy(outcome, before.saved)
  const state = { ...before, content, baseVersion, saved, conflict: undefined }
  switch (outcome.kind) {
    case 'saved':
      return { ...state, unavailable: false }
    case 'conflict':
      return { ...state, conflict: outcome.draft }
    case 'unavailable':
      return { ...state, unavailable: true }
    case 'unneeded':
      return state
  }
}

/** Returns the draft that the browser stores after an attempt to store one. */
export function savedBy<Content>(outcome: Outcome<Content>, before: Draft<Content> | undefined) {
  switch (outcome.kind) {
    case 'saved':
      return outcome.draft
    case 'conflict':
      return before
    case 'unavailable':
    case 'unneeded':
      return undefined
  }
}

function changedElsewhere<Content extends object>(
  kind: DraftKind<Content>,
  state: DraftState<Content>,
  draft: Draft<Content> | undefined,
): DraftState<Content> {
  const { content, saved, conflict } = state
  const isStored = conflict === undefined && saved !== undefined && content !== undefined
  const losesNothing = content === undefined || (isStored && kind.isSame(saved, content))
  if (losesNothing) return { ...opened(draft), restored: draft !== undefined && state.restored }
  if (draft) return { ...state, conflict: draft }
  // The other tab has sent or discarded its draft. The words here are stored again with the next change.
  const own = (state.baseVersion === null && kind.renew?.(content)) || content
  return { ...state, content: own, saved: undefined, conflict: undefined }
}
