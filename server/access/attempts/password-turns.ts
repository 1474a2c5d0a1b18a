import queueOf, { type LimitFunction } from 'p-limit'
import { AppError } from '#server/errors.ts'
import { begunSoon } from '#server/load/begun-soon.ts'

/**
 * `network`: set for a browser that the account does not know. `session`: the session in which a member confirms their
 * identity.
 */
type Caller = { account: string; network?: string | undefined; session?: string | undefined }
type Attempt = () => Promise<boolean>

/** Must be lower than every limit of attempts: each running check counts as a failure until it succeeds. */
const atOnce = 4
const waitingMost = 100 // about three seconds of work
/**
 * The number of attempts that run at a time, by kind of caller. Two are enough, because the server compares two
 * passwords at a time (`passwords.ts`). One account may use only one of its network's two slots, so that others in the
 * network can log in.
 */
const atOnceOfOne = { known: 2, network: 2, account: 1, sessions: 2, session: 1 }

/**
 * Returns a function that runs an attempt in the queues of its caller, then in a shared queue. Other callers thus wait
 * for at most two attempts of one caller, even if that caller sends many.
 * - All browsers that know an account share one queue, because a member can have many.
 * - An account's sessions share another queue, so that a stolen session cannot keep the owner from logging in.
 * - Known browsers have their own shared queue, so that strangers from many networks do not delay members.
 * @throws AppError busy if too many wait, or if the attempt has not begun after ten seconds
 */
export function passwordTurns() {
  const shared = { known: queueOf(atOnce), strangers: queueOf(atOnce) }
  const callers = new Map<string, { queue: LimitFunction; attempts: number }>()

  async function inQueueOf(caller: string, most: number, attempt: Attempt): Promise<boolean> {
    const own = callers.get(caller) ?? { queue: queueOf(most), attempts: 0 }
    if (own.attempts >= waitingMost) throw busy()
    callers.set(caller, own)
    own.attempts += 1
    try {
      return await own.queue(attempt)
    } finally {
      own.attempts -= 1
      if (own.attempts === 0) callers.delete(caller)
    }
  }

  const inShared = (queue: LimitFunction, attempt: Attempt) => {
    if (queue.pendingCount >= waitingMost) throw busy()
    return queue(attempt)
  }

  function inQueues({ account, network, session }: Caller, attempt: Attempt) {
    const known = async () => inShared(shared.known, attempt)
    if (session !== undefined)
      return inQueueOf(`session ${session} ${account}`, atOnceOfOne.session, () =>
        inQueueOf(`sessions ${account}`, atOnceOfOne.sessions, known),
      )
    if (network === undefined) return inQueueOf(`known ${account}`, atOnceOfOne.known, known)
    return inQueueOf(`${network} ${account}`, atOnceOfOne.account, () =>
      inQueueOf(network, atOnceOfOne.network, async () => inShared(shared.strangers, attempt)),
    )
  }

  return (caller: Caller, attempt: Attempt) => begunSoon((begin) => inQueues(caller, begin), attempt)
}

const busy = () => new AppError('busy', { retryAfter: 3 })
