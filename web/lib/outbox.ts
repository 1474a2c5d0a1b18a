import { v7 as newId } from 'uuid'
import { readStored, removeStored, storedKeys, writeStored } from './local-storage.ts'

/** Beyond this number of entries the outbox forgets the oldest read marks. It never forgets what somebody wrote. */
const maxEntries = 1_000
const isReadMark = ({ kind }: Entry) => kind === 'reads'

/** Why the server did not take an entry. */
export type Refusal = {
  /** The server's sentence, if it gave one. */
  reason?: string | undefined
  /** The thing that the entry belongs to is deleted. */
  isGone: boolean
  /** The thing has other words by now than those from which the change began. */
  isChanged?: boolean
}

/** One thing that a member has done and the server does not know yet. */
export type Entry<Work = unknown> = {
  id: string
  kind: string
  work: Work
  /** Entries of one lane are sent in their order. */
  lane: string
  /** The server has refused it. It stays until the member tries again or throws it away. */
  refused?: Refusal | undefined
}

/** Each entry has a key of its own, so that two tabs never overwrite each other's entries. */
const keyOf = (userId: string, id: string) => `asakai_outbox:${userId.toLowerCase()}:${id}`

const isEntry = (entry: Partial<Entry> | null): entry is Entry =>
  typeof entry?.id === 'string' && typeof entry.kind === 'string' && typeof entry.lane === 'string'

/** Returns the keys of all entries of a member, the oldest first: an id begins with its time. */
const keysOf = (userId: string) => storedKeys(keyOf(userId, '')).sort()

const readEntry = (key: string) =>
  readStored(key, (stored) => {
    const entry = JSON.parse(stored) as Partial<Entry> | null
    return isEntry(entry) ? entry : undefined
  })

const writeEntry = (userId: string, entry: Entry) => writeStored(keyOf(userId, entry.id), JSON.stringify(entry))

/** Returns all entries of a member, the oldest first. */
export const readOutbox = (userId: string): Entry[] => keysOf(userId).flatMap((key) => readEntry(key) ?? [])

/** Returns the whole outbox as a text, which can be compared. */
export const outboxText = (userId: string) =>
  keysOf(userId)
    .map((key) => readStored(key, (stored) => stored))
    .join('\n')

/** Returns the ids of the read marks, the oldest first. */
const readMarksOf = (userId: string) =>
  readOutbox(userId)
    .filter(isReadMark)
    .map(({ id }) => id)

/** Stores an entry. Words make room for themselves by the oldest read marks. */
function storeEntry(userId: string, entry: Entry): boolean {
  if (writeEntry(userId, entry)) return true
  if (isReadMark(entry)) return false
  for (const mark of readMarksOf(userId)) {
    removeFromOutbox(userId, mark)
    if (writeEntry(userId, entry)) return true
  }
  return false
}

/**
 * Returns false if the browser has no room for the entry. Then the outbox keeps all that somebody wrote before.
 * @param isReplaced tells which entries this one takes the place of
 */
function addToOutbox(userId: string, added: Omit<Entry, 'id'>, isReplaced?: (entry: Entry) => boolean): boolean {
  const replaced = isReplaced ? readOutbox(userId).filter(isReplaced) : []
  if (!storeEntry(userId, { id: newId(), ...added })) return false
  for (const { id } of replaced) removeFromOutbox(userId, id)
  const surplus = keysOf(userId).length - maxEntries
  if (surplus > 0) for (const mark of readMarksOf(userId).slice(0, surplus)) removeFromOutbox(userId, mark)
  return true
}

export const removeFromOutbox = (userId: string, id: string) => removeStored(keyOf(userId, id))

/** Notes that the server has refused an entry, or without a refusal that it is to be sent again. */
export function setRefused(userId: string, id: string, refused: Refusal | undefined) {
  const entry = readEntry(keyOf(userId, id))
  if (entry) writeEntry(userId, { ...entry, refused })
}

export type OutboxKind<Work> = ReturnType<typeof outboxOf<Work>>

/**
 * Opens the part of the outbox that one kind of work has.
 * @param isWork tells it from what other programs have stored
 * @param laneOf entries of one lane are sent in their order
 */
export function outboxOf<Work>(
  kind: string,
  isWork: (work: Partial<Work> | null) => boolean,
  laneOf: (work: Work) => string,
) {
  const entryOf = (work: Work) => ({ kind, work, lane: `${kind}:${laneOf(work)}` })
  const isOfKind = (entry: Entry): entry is Entry<Work> =>
    entry.kind === kind && isWork(entry.work as Partial<Work> | null)
  return {
    kind,
    /** Picks the entries of this kind. */
    among: (entries: readonly Entry[]): Entry<Work>[] => entries.filter(isOfKind),
    /** Whether earlier work of the same lane waits to be sent. */
    isWaiting: (userId: string, work: Work) =>
      readOutbox(userId).some(({ lane, refused }) => !refused && lane === entryOf(work).lane),
    /** Returns false if the browser has no room for it. */
    add: (userId: string, work: Work) => addToOutbox(userId, entryOf(work)),
    /** Does what `add` does, in place of the earlier work of its lane. */
    replace: (userId: string, work: Work) =>
      addToOutbox(userId, entryOf(work), (other) => isOfKind(other) && other.lane === entryOf(work).lane),
    addRefused: (userId: string, work: Work, refused: Refusal) => addToOutbox(userId, { ...entryOf(work), refused }),
  }
}

const sendNowEvent = 'asakai_send_now'

/** Sends the waiting entries at once, unless the server has asked for more time. */
export const sendNow = () => void window.dispatchEvent(new Event(sendNowEvent))

/** Calls back at each `sendNow`, until the returned function is called. */
export function onSendNow(act: () => void): () => void {
  window.addEventListener(sendNowEvent, act)
  return () => window.removeEventListener(sendNowEvent, act)
}
