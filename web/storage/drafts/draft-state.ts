import type { StoredDraft, DraftKind, SaveOutcome } from './draft.ts'

/** The state of one editor: its content, and the draft that the browser stores for it. */
export type DraftState<Content extends object> = {
  /** Undefined until the member writes. Until then the editor shows its initial content, even if that loads late. */
  content: Content | undefined
  /** The version that the content is based on. */
  baseVersion: string | null
  /** The draft that this tab read or wrote last. */
  saved: StoredDraft<Content> | undefined
  /** Whether the content was already stored when the editor opened. */
  restored: boolean
  /** The draft that another tab has stored. This tab stores no text until the member chooses one of the two. */
  conflict: StoredDraft<Content> | undefined
  /** Whether the browser refuses to store drafts. */
  unavailable: boolean
}

/** `unneeded`: no draft was stored, because the content equals the initial content or the member is unknown. */
type Outcome<Content> = SaveOutcome<Content> | { kind: 'unneeded' }

export type DraftEvent<Content extends object> =
  /** The editor begins again with the stored draft. */
  | { type: 'opened'; draft: StoredDraft<Content> | undefined }
  | {
      type: 'edited'
      content: Content
      baseVersion: string | null
      outcome: Outcome<Content>
    }
  /** Another tab stored or removed the draft. */
  | { type: 'changedElsewhere'; draft: StoredDraft<Content> | undefined }
  /** The member chose the text of the other tab. */
  | { type: 'theirsTaken' }
  /** The member undid every change since `before`. */
  | { type: 'undone'; before: DraftState<Content> }

export const opened = <Content extends object>(draft: StoredDraft<Content> | undefined): DraftState<Content> => ({
  content: draft,
  baseVersion: draft?.baseVersion ?? null,
  saved: draft,
  restored: draft !== undefined,
  conflict: undefined,
  unavailable: false,
})

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
  const saved = draftAfterSave(outcome, before.saved)
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

/** Returns the stored draft after an attempt to save. */
export function draftAfterSave<Content>(outcome: Outcome<Content>, before: StoredDraft<Content> | undefined) {
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
  draft: StoredDraft<Content> | undefined,
): DraftState<Content> {
  const { content, saved, conflict } = state
  const isStored = conflict === undefined && saved !== undefined && content !== undefined
  const isShown = draft !== undefined && content !== undefined && kind.isSame(draft, content)
  const losesNothing = content === undefined || isShown || (isStored && kind.isSame(saved, content))
  if (losesNothing) return { ...opened(draft), restored: draft !== undefined && state.restored }
  if (draft) return { ...state, conflict: draft }
  // The other tab sent or discarded its draft. The next change stores the text of this tab again.
  const own = (state.baseVersion === null && kind.renew?.(content)) || content
  return { ...state, content: own, saved: undefined, conflict: undefined }
}
