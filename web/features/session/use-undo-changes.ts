import { useRef } from 'react'
import type { UnrecognizedChanges } from '#contract/not-me.ts'
import { ApiError } from '../../api/errors.ts'
import { useAsyncState } from '../../hooks/use-async-state.ts'
import { checkNotMe, undoChanges } from './sign-in-queries.ts'
import { useSession } from './session.tsx'

/**
 * The states of the page that undoes changes of an account (E1.11). The page acts only after a press, because mail
 * scanners open the page and run its scripts.
 *
 * - `checking`: asks the server what the link would undo. Then `open`, `invalid` or `unread`.
 * - `open`: waits for a press. `chosen`: the changes that are undone if the person has chosen a first change, once they
 *   are loaded. `busy`: a press is being sent. `cause`: the error of the last press. Then `invalid` or `taken`, or
 *   `onDone` is called.
 * - `invalid`: the link is unknown, expired or used.
 * - `taken`: all is undone, but the old email address now belongs to another account.
 * - `unread`: the server could not be asked.
 */
export type UndoChangesState =
  | { is: 'checking' | 'invalid' | 'taken' | 'unread' }
  | {
      is: 'open'
      found: UnrecognizedChanges
      chosen?: UnrecognizedChanges | undefined
      busy?: boolean
      cause?: unknown
    }

async function look(token: string | null): Promise<UndoChangesState> {
  if (!token) return { is: 'invalid' }
  try {
    return { is: 'open', found: await checkNotMe({ token }) }
  } catch (error) {
    return { is: codeOf(error) === 'link_invalid' ? 'invalid' : 'unread' }
  }
}

const codeOf = (error: unknown) => (error instanceof ApiError ? error.code : undefined)

/**
 * @param token the token of the link; null if the link has none
 * @param onDone receives a token that sets a new password
 */
export function useUndoChanges(token: string | null, onDone: (resetToken: string) => void) {
  const session = useSession()
  const [state, setState, retry] = useAsyncState(token, look, { is: token ? 'checking' : 'invalid' })

  /** @param from the first suspicious change; if absent, all listed changes are undone */
  const take = async (from?: string) => {
    if (!token || state.is !== 'open' || state.busy) return
    const { found, chosen } = state
    setState({ is: 'open', found, chosen, busy: true })
    try {
      const { reset_token } = await undoChanges({ token, ...(from !== undefined && { from }) })
      // The server has ended all sessions, including the one of this browser.
      await session.signOut()
      onDone(reset_token)
    } catch (error) {
      const code = codeOf(error)
      if (code === 'link_invalid') setState({ is: 'invalid' })
      else if (code === 'email_taken') setState({ is: 'taken' })
      else setState({ is: 'open', found, chosen, cause: error })
    }
  }

  const lastRequest = useRef(0)
  /**
   * Fetches what is undone from a change on. If that fails, the page shows this change and all later ones as undone.
   */
  const choose = async (from: string) => {
    if (!token) return
    const order = ++lastRequest.current
    const withChosen = (chosen?: UnrecognizedChanges) =>
      order === lastRequest.current && setState((now) => (now.is === 'open' ? { ...now, chosen } : now))
    withChosen()
    await checkNotMe({ token, from }).then(withChosen, () => undefined)
  }

  return { state, take: (from?: string) => void take(from), choose: (from: string) => void choose(from), retry }
}
