import { readStored, removeStored, writeStored } from '../local-storage.ts'

type Stamp = {
  /** Identifies the state of the thing that the member began to change. Null for something new. */
  baseVersion: string | null
  /** Milliseconds since 1970. Tells whether another tab has written since. */
  savedAt: number
}

/** Something that a member has begun to write and not sent yet. */
export type Draft<Content> = Content & Stamp

/** Tells how the drafts of one editor are stored and compared. */
export type DraftKind<Content extends object> = {
  /** The first part of each storage key. */
  name: string
  /** Reads what `write` has stored. Returns undefined for anything else. */
  read: (stored: Readonly<Record<string, unknown>>) => Content | undefined
  /** Returns the content as JSON can hold it. Absent: the content itself is stored. */
  write?: (content: Content) => object
  isSame: (one: Content, other: Content) => boolean
  /** Whether a new draft holds nothing that is worth keeping. */
  isBlank?: (content: Content) => boolean
  /** Gives the content an identity of its own, because another tab has sent it under this one. */
  renew?: (content: Content) => Content
}

/** The result of storing a draft. `conflict` carries the draft of another tab, which would have been overwritten. */
export type SaveOutcome<Content> = { kind: 'saved' | 'conflict'; draft: Draft<Content> } | { kind: 'unavailable' }

export type Drafts<Content extends object> = ReturnType<typeof openDrafts<Content>>

/** Opens the stored drafts of one editor. Each is stored as JSON under a key of its own. */
export function openDrafts<Content extends object>(kind: DraftKind<Content>) {
  const parse = (stored: string): Draft<Content> | undefined => {
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

  /** Returns the draft that another tab has stored since `previous` was read or written here. */
  const readOfOtherTab = (key: string, previous: Draft<Content> | undefined) => {
    const stored = read(key)
    return stored && stored.savedAt !== previous?.savedAt ? stored : undefined
  }

  return {
    kind,
    /** @param thing what is written or changed, where a member can have several drafts of the kind */
    key: (userId: string, thing?: string) =>
      `${kind.name}:${userId.toLowerCase()}${thing === undefined ? '' : `:${thing}`}`,
    parse,
    read,
    readOfOtherTab,
    /** Stores the draft, unless another tab has stored other words since `previous` was read or written here. */
    write: (key: string, draft: Draft<Content>, previous: Draft<Content> | undefined): SaveOutcome<Content> => {
      const other = readOfOtherTab(key, previous)
      if (other && !kind.isSame(other, draft)) return { kind: 'conflict', draft: other }
      return writeStored(key, JSON.stringify({ ...draft, ...kind.write?.(draft) }))
        ? { kind: 'saved', draft }
        : { kind: 'unavailable' }
    },
    /** Removes the draft, unless another tab has stored one since `previous` was read or written here. */
    remove: (key: string, previous: Draft<Content> | undefined) => {
      if (readOfOtherTab(key, previous)) return
      // Names the draft that is removed. Another tab may have stored other words in this moment, unseen by this one.
      if (previous) writeStored(key, JSON.stringify({ removed: previous.savedAt }))
      removeStored(key)
    },
    /** Returns whether a change by another tab removed a draft other than `saved`. */
    hasMissed: (stored: string | null, saved: Draft<Content> | undefined): boolean => {
      if (stored === null || !saved) return false
      const { removed } = JSON.parse(stored) as { removed?: unknown }
      return removed !== undefined && removed !== saved.savedAt
    },
  }
}
