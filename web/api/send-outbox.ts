import { inOneTab } from '../storage/one-tab.ts'
import { readOutbox, removeFromOutbox, setRefused } from '../storage/outbox.ts'
import {
  ApiError,
  AuthenticationFailed,
  isChangedElsewhere,
  isUnreachable,
  isTransient,
  serverMessage,
} from './errors.ts'

/** Sends one kind of work. Its functions receive work of that kind only. */
export type Sender<Work = unknown> = {
  kind: string
  send(work: Work): Promise<void>
  /** Called after the server has stored the work. The entry stays in the outbox until the promise settles. */
  sent(work: Work): unknown
  /**
   * Called if the server rejected the work. Returns whether the entry stays in the outbox, so that the member can
   * retry.
   */
  refused(work: Work, error: unknown): 'keep' | 'forget'
}

const shortestDelayMs = 2_000
const longestDelayMs = 5 * 60_000

/** Returns whether the same request may succeed later. `in_progress`: the server is still processing it. */
const maySucceedLater = (error: unknown) =>
  isTransient(error) || (error instanceof ApiError && error.code === 'in_progress')

/** The key in `holds` for a delay of all lanes, used if the server cannot be reached. */
const everything = ''

/**
 * Tracks the delays before retries. Entries of a lane are sent in order and share a delay, which grows with each
 * failure.
 */
function openHolds() {
  /** The delays by lane. `until`: milliseconds since 1970. `isRequestedByServer`: the server requested the delay. */
  const holds = new Map<string, { until: number; delayMs: number; isRequestedByServer: boolean }>()
  const isHeld = (name: string) => (holds.get(name)?.until ?? 0) > Date.now()
  return {
    isHeld: (lane: string) => isHeld(everything) || isHeld(lane),
    hold: (name: string, retryAfterMs = 0) => {
      const before = holds.get(name)?.delayMs
      const delayMs = before === undefined ? shortestDelayMs : Math.min(2 * before, longestDelayMs)
      holds.set(name, {
        delayMs,
        until: Date.now() + Math.max(delayMs, retryAfterMs),
        isRequestedByServer: retryAfterMs > 0,
      })
    },
    release: (lane: string) => {
      holds.delete(lane)
      holds.delete(everything)
    },
    /** Removes all delays except those that the server requested. */
    hurry: () => {
      for (const [name, { isRequestedByServer }] of holds) if (!isRequestedByServer) holds.delete(name)
    },
    /** Returns the time at which the first delay of these lanes ends. Undefined if none of them is delayed. */
    nextEnd: (lanes: readonly string[]) => {
      const held = [everything, ...lanes].filter(isHeld).map((name) => holds.get(name)!.until)
      return held.length > 0 ? Math.min(...held) : undefined
    },
  }
}

/**
 * Sends the entries of a member one by one until `stop` is called. Retries entries that may succeed later.
 * @param senders returns one sender for each kind
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
    /** Sends all entries that are not delayed. */
    look: () => {
      if (waiting().some(({ lane }) => !holds.isHeld(lane))) void run()
    },
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
