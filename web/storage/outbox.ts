import { v7 as newId } from 'uuid'
import { readStored, removeStored, storedKeys, writeStored } from './local-storage.ts'

/** If there are more entries, the outbox removes the oldest read marks. It never removes text of the member. */
const maxEntries = 1_000
const isReadMark = ({ kind }: OutboxEntry) => kind === 'reads'

export type Refusal = {
  reason?: string | undefined
  /** Whether the report or insight of the entry was deleted. */
  isGone: boolean
  /** Whether the text on the server has changed since the member began to edit. */
  isChanged?: boolean
}

/** One action of a member that the server does not know yet. */
export type OutboxEntry<Work = unknown> = {
  id: string
  kind: string
  work: Work
  /** Entries of the same lane are sent in order. */
  lane: string
  /** Set if the server rejected the entry. The entry stays until the member retries or discards it. */
  refused?: Refusal | undefined
}

/** Each entry has its own key, so that two tabs never overwrite each other's entries. */
const keyOf = (userId: string, id: string) => `asakai_outbox:${userId.toLowerCase()}:${id}`

const isEntry = (entry: Partial<OutboxEntry> | null): entry is OutboxEntry =>
  typeof entry?.id === 'string' && typeof entry.kind === 'string' && typeof entry.lane === 'string'

/** Returns the keys of all entries of a member, the oldest first. Ids begin with their time. */
const keysOf = (userId: string) => storedKeys(keyOf(userId, '')).sort()

const readEntry = (key: string) =>
  readStored(key, (stored) => {
    const entry = JSON.parse(stored) as Partial<OutboxEntry> | null
    return isEntry(entry) ? entry : undefined
  })

const writeEntry = (userId: string, entry: OutboxEntry) => writeStored(keyOf(userId, entry.id), JSON.stringify(entry))

/** Returns all entries of a member, the oldest first. */
export const readOutbox = (userId: string): OutboxEntry[] => keysOf(userId).flatMap((key) => readEntry(key) ?? [])

/** Returns the whole outbox as one string, so that two states of it can be compared. */
export const outboxText = (userId: string) =>
  keysOf(userId)
    .map((key) => readStored(key, (stored) => stored))
    .join('\n')

const readMarksOf = (userId: string) =>
  readOutbox(userId)
    .filter(isReadMark)
    .map(({ id }) => id)

/**
 * Stores an entry. If there is no room for it, removes the oldest read marks, unless the entry is a read mark itself.
 */
function storeEntry(userId: string, entry: OutboxEntry): boolean {
  if (writeEntry(userId, entry)) return true
  if (isReadMark(entry)) return false
  for (const mark of readMarksOf(userId)) {
    removeFromOutbox(userId, mark)
    if (writeEntry(userId, entry)) return true
  }
  return false
}

/**
 * Adds an entry. Returns false if the browser has no room for the entry; the outbox then does not change.
 * @param isReplaced returns whether the new entry replaces this one
 */
function addToOutbox(
  userId: string,
  added: Omit<OutboxEntry, 'id'>,
  isReplaced?: (entry: OutboxEntry) => boolean,
): boolean {
  const replaced = isReplaced ? readOutbox(userId).filter(isReplaced) : []
  if (!storeEntry(userId, { id: newId(), ...added })) return false
  for (const { id } of replaced) removeFromOutbox(userId, id)
  const surplus = keysOf(userId).length - maxEntries
  if (surplus > 0) for (const mark of readMarksOf(userId).slice(0, surplus)) removeFromOutbox(userId, mark)
  return true
}

/** Adds a removed entry again. Returns false if the browser has no room for the entry. */
export const returnToOutbox = (userId: string, entry: OutboxEntry) => writeEntry(userId, entry)

export const removeFromOutbox = (userId: string, id: string) => removeStored(keyOf(userId, id))

/** Stores the reason for which the server rejected an entry. Without `refused`, the entry is sent again. */
export function setRefused(userId: string, id: string, refused: Refusal | undefined) {
  const entry = readEntry(keyOf(userId, id))
  if (entry) writeEntry(userId, { ...entry, refused })
}

export type OutboxKind<Work> = ReturnType<typeof outboxOf<Work>>

/**
 * Opens the outbox for one kind of work.
 * @param isWork returns false for values that other programs stored
 * @param laneOf entries of the same lane are sent in order
 */
export function outboxOf<Work>(
  kind: string,
  isWork: (work: Partial<Work> | null) => boolean,
  laneOf: (work: Work) => string,
) {
  const entryOf = (work: Work) => ({ kind, work, lane: `${kind}:${laneOf(work)}` })
  const isOfKind = (entry: OutboxEntry): entry is OutboxEntry<Work> =>
    entry.kind === kind && isWork(entry.work as Partial<Work> | null)
  return {
    kind,
    among: (entries: readonly OutboxEntry[]): OutboxEntry<Work>[] => entries.filter(isOfKind),
    /** Returns whether earlier work of the same lane waits to be sent. */
    isWaiting: (userId: string, work: Work) =>
      readOutbox(userId).some(({ lane, refused }) => !refused && lane === entryOf(work).lane),
    /** Returns false if the browser has no room for the work. */
    add: (userId: string, work: Work) => addToOutbox(userId, entryOf(work)),
    /** Adds the work and removes earlier work of its lane. */
    replace: (userId: string, work: Work) =>
      addToOutbox(userId, entryOf(work), (other) => isOfKind(other) && other.lane === entryOf(work).lane),
    addRefused: (userId: string, work: Work, refused: Refusal) => addToOutbox(userId, { ...entryOf(work), refused }),
  }
}

const sendNowEvent = 'asakai_send_now'

/** Sends the waiting entries now, except those for which the server requested a delay. */
export const sendNow = () => void window.dispatchEvent(new Event(sendNowEvent))

/** Calls `act` on each `sendNow` until the returned function is called. */
export function onSendNow(act: () => void): () => void {
  window.addEventListener(sendNowEvent, act)
  return () => window.removeEventListener(sendNowEvent, act)
}
