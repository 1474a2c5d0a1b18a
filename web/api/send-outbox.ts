import { inOneTab } from '../lib/one-tab.ts'
import { readOutbox, removeFromOutbox, setRefused } from '../lib/outbox.ts'
import { ApiError, AuthenticationFailed, isChangedElsewhere, isUnreachable, mayPass, serverMessage } from './errors.ts'

/** Sends one kind of work. The outbox gives it work of that kind only. */
export type Sender<Work = unknown> = {
  kind: string
  send(work: Work): Promise<void>
  /** The server has it. The entry stays until the promise settles. */
  sent(work: Work): unknown
  /** The server has refused it. Tells whether the entry stays, for the member to try again. */
  refused(work: Work, error: unknown): 'keep' | 'forget'
}

const shortestDelayMs = 2_000
const longestDelayMs = 5 * 60_000

/** The same request may succeed later. `in_progress`: the server is still at work on it. */
const maySucceedLater = (error: unknown) =>
  mayPass(error) || (error instanceof ApiError && error.code === 'in_progress')

/** The name under which everything is held back while nobody answers. */
const everything = ''

/** Remembers what has to wait before it is tried again. The delay grows with each failure in a row. */
function openHolds() {
  /** Milliseconds since 1970, by lane. `isAsked`: the server has named the time. */
  const holds = new Map<string, { until: number; delayMs: number; isAsked: boolean }>()
  const isHeld = (name: string) => (holds.get(name)?.until ?? 0) > Date.now()
  return {
    isHeld: (lane: string) => isHeld(everything) || isHeld(lane),
    hold: (name: string, retryAfterMs = 0) => {
      const before = holds.get(name)?.delayMs
      const delayMs = before === undefined ? shortestDelayMs : Math.min(2 * before, longestDelayMs)
      holds.set(name, { delayMs, until: Date.now() + Math.max(delayMs, retryAfterMs), isAsked: retryAfterMs > 0 })
    },
    /** The server has answered about an entry of the lane. */
    release: (lane: string) => {
      holds.delete(lane)
      holds.delete(everything)
    },
    /** Forgets all delays, except those that the server has asked for. */
    hurry: () => {
      for (const [name, { isAsked }] of holds) if (!isAsked) holds.delete(name)
    },
    /** Returns when the next hold of these lanes ends, undefined if none is held. */
    nextEnd: (lanes: readonly string[]) => {
      const held = [everything, ...lanes].filter(isHeld).map((name) => holds.get(name)!.until)
      return held.length > 0 ? Math.min(...held) : undefined
    },
  }
}

/**
 * Sends the entries of a member one after the other, until it is stopped. What may succeed later is retried.
 * @param senders returns one for each kind
 */
export function openSending(userId: string, senders: () => readonly Sender[]) {
  const holds = openHolds()
  const stop = new AbortController()
  let isRunning = false
  let isWanted = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const waiting = () => readOutbox(userId).filter(({ refused }) => !refused)

  const sendAll = async (renewLock: () => void) => {
    const done = new Set<string>()
    const next = () => waiting().find(({ id, lane }) => !done.has(id) && !holds.isHeld(lane))
    for (let entry = next(); entry && !stop.signal.aborted; entry = next()) {
      const { id, kind, lane, work } = entry
      done.add(id)
      const sender = senders().find((each) => each.kind === kind)
      if (!sender) continue
      renewLock()
      try {
        await sender.send(work)
        await sender.sent(work)
        removeFromOutbox(userId, id)
      } catch (error) {
        console.info('An entry of the outbox could not be sent', error)
        if (error instanceof AuthenticationFailed) return
        if (isUnreachable(error) || maySucceedLater(error)) {
          holds.hold(
            isUnreachable(error) ? everything : lane,
            error instanceof ApiError ? error.retryAfterMs : undefined,
          )
          continue
        }
        const isGone = error instanceof ApiError && error.code === 'not_found'
        if (sender.refused(work, error) === 'keep')
          setRefused(userId, id, {
            reason: serverMessage(error),
            isGone,
            ...(isChangedElsewhere(error) && { isChanged: true }),
          })
        else removeFromOutbox(userId, id)
      }
      holds.release(lane)
    }
  }

  const run = async () => {
    isWanted = true
    if (isRunning) return
    isRunning = true
    try {
      while (isWanted && !stop.signal.aborted) {
        isWanted = false
        await inOneTab('asakai_outbox_sender', sendAll)
      }
    } finally {
      isRunning = false
    }
    clearTimeout(timer)
    const end = stop.signal.aborted ? undefined : holds.nextEnd(waiting().map(({ lane }) => lane))
    if (end !== undefined) timer = setTimeout(() => void run(), end - Date.now())
  }

  return {
    /** Sends what is not held back. */
    look: () => {
      if (waiting().some(({ lane }) => !holds.isHeld(lane))) void run()
    },
    /** Sends at once, unless the server has asked for more time. */
    hurry: () => {
      holds.hurry()
      void run()
    },
    stop: () => {
      stop.abort()
      clearTimeout(timer)
    },
  }
}
