import { readStored, removeStored, writeStored } from '../local-storage.ts'

type Stamp = {
  /** The version of the data that the member began to change. Null if the member creates something. */
  baseVersion: string | null
  /**
   * When the draft was stored, in milliseconds since 1970. A different time shows that another tab has stored a draft.
   */
  savedAt: number
}

export type StoredDraft<Content> = Content & Stamp

/** Defines how the drafts of one editor are stored and compared. */
export type DraftKind<Content extends object> = {
  /** The prefix of each storage key. */
  name: string
  /** Parses a value that `write` returned. Returns undefined for any other value. */
  read: (stored: Readonly<Record<string, unknown>>) => Content | undefined
  /** Converts the content to JSON. If absent, the content itself is stored. */
  write?: (content: Content) => object
  isSame: (one: Content, other: Content) => boolean
  /** Returns whether a new draft is empty, so that it need not be stored. */
  isBlank?: (content: Content) => boolean
  /** Returns the content with a new id, because another tab has sent content under the present id. */
  renew?: (content: Content) => Content
}

/**
 * The result of storing a draft. `conflict`: the draft was not stored, because another tab has stored `draft`.
 */
export type SaveOutcome<Content> = { kind: 'saved' | 'conflict'; draft: StoredDraft<Content> } | { kind: 'unavailable' }

export type Drafts<Content extends object> = ReturnType<typeof openDrafts<Content>>

/** Opens the stored drafts of one editor. Each draft is JSON under its own key. */
export function openDrafts<Content extends object>(kind: DraftKind<Content>) {
  const parse = (stored: string): StoredDraft<Content> | undefined => {
    const json = JSON.parse(stored) as Record<string, unknown>
    const content = kind.read(json)
    if (content === undefined) return undefined
    const { baseVersion, savedAt } = json
    return {
      ...content,
      baseVersion: typeof baseVersion === 'string' ? baseVersion : null,
      savedAt: typeof savedAt === 'number' ? savedAt : 0,
    }
  }
  const read = (key: string) => readStored(key, parse)

  /** Returns the stored draft if another tab has written it since `previous`. */
  const readOfOtherTab = (key: string, previous: StoredDraft<Content> | undefined) => {
    const stored = read(key)
    return stored && stored.savedAt !== previous?.savedAt ? stored : undefined
  }

  return {
    kind,
    /** @param thing identifies the data that is written, if a member can have several drafts of this kind */
    key: (userId: string, thing?: string) =>
      `${kind.name}:${userId.toLowerCase()}${thing === undefined ? '' : `:${thing}`}`,
    parse,
    read,
    readOfOtherTab,
    /** Stores the draft, unless another tab has stored different text since `previous`. */
    write: (
      key: string,
      draft: StoredDraft<Content>,
      previous: StoredDraft<Content> | undefined,
    ): SaveOutcome<Content> => {
      const other = readOfOtherTab(key, previous)
      if (other && !kind.isSame(other, draft)) return { kind: 'conflict', draft: other }
      return writeStored(key, JSON.stringify({ ...draft, ...kind.write?.(draft) }))
        ? { kind: 'saved', draft }
        : { kind: 'unavailable' }
    },
    /** Removes the draft, unless another tab has stored one since `previous`. */
    remove: (key: string, previous: StoredDraft<Content> | undefined) => {
      if (readOfOtherTab(key, previous)) return
      // First stores which draft is removed. Another tab may be storing other text at this moment, and then notices the
      // removal by this value (`hasMissed`).
      if (previous) writeStored(key, JSON.stringify({ removed: previous.savedAt }))
      removeStored(key)
    },
    /** Returns whether another tab has removed an older draft, because it had not noticed `saved`. */
    hasMissed: (stored: string | null, saved: StoredDraft<Content> | undefined): boolean => {
      if (stored === null || !saved) return false
      const { removed } = JSON.parse(stored) as { removed?: unknown }
      return removed !== undefined && removed !== saved.savedAt
    },
  }
}
