import type { EmailProof } from '#contract/email-proof.ts'
import { ApiError } from '../../api/errors.ts'
import { useAsyncState } from '../../hooks/use-async-state.ts'
import { checkProof, disownProof, proveEmail } from './sign-in-queries.ts'
import { useSession } from './session.tsx'

type OpenProof = Extract<EmailProof, { status: 'open' }>
type Kind = OpenProof['kind']

/**
 * The states of the page that a link in an email opens (E1.03). The page acts only after a press, because mail scanners
 * open the page and run its scripts.
 *
 * - `checking`: asks the server what the link would do. Then `open`, `confirmed`, `invalid` or `failed`.
 * - `open`: waits for a press. `busy`: the press that is being sent. `cause`: the error of the last press.
 *   Then `done`, `entered`, `password` or `disowned`. If the server rejects the link, the page checks the link again.
 * - `done`: the address is confirmed, without a login.
 * - `entered`: the address is confirmed, and the page has tried to log the member in.
 * - `password`: the address is confirmed, and the new account needs a password. `token` sets it.
 * - `disowned`: the person has declared that they did not request the link.
 * - `confirmed`: the link was used before.
 * - `invalid`: the link is unknown, expired or withdrawn.
 * - `failed`: the server could not be asked.
 */
export type ProofState =
  | { is: 'checking' | 'confirmed' | 'entered' | 'invalid' | 'failed' }
  | { is: 'open'; proof: OpenProof; busy?: 'confirm' | 'disown'; cause?: unknown }
  | { is: 'password'; token: string }
  | { is: 'done' | 'disowned'; kind: Kind; email: string }

const stateOf = (proof: EmailProof): ProofState =>
  proof.status === 'open' ? { is: 'open', proof } : { is: 'confirmed' }

const isLinkInvalid = (error: unknown) => error instanceof ApiError && error.code === 'link_invalid'

async function look(token: string | null): Promise<ProofState> {
  if (!token) return { is: 'invalid' }
  try {
    return stateOf(await checkProof(token))
  } catch (error) {
    return { is: isLinkInvalid(error) ? 'invalid' : 'failed' }
  }
}

/** @param token the token of the link; null if the link has none */
export function useEmailProof(token: string | null) {
  const { state: session, refreshUser, signIn } = useSession()
  const isMember = session === 'signed-in'
  const [state, setState, retry] = useAsyncState(token, look, { is: token ? 'checking' : 'invalid' })

  /** @param press confirms or disowns; returns the next state */
  const act = async (busy: 'confirm' | 'disown', press: (token: string, proof: OpenProof) => Promise<ProofState>) => {
    if (!token || state.is !== 'open' || state.busy) return
    const { proof } = state
    setState({ is: 'open', proof, busy })
    try {
      setState(await press(token, proof))
    } catch (error) {
      // The link may be used already: by an earlier press without a response, or in another tab. So checks it again.
      setState(isLinkInvalid(error) ? await look(token) : { is: 'open', proof, cause: error })
    }
  }

  const confirm = () =>
    act('confirm', async (token, { kind, email }) => {
      const { access_token, refresh_token, password_token } = await proveEmail(token)
      if (password_token) return { is: 'password', token: password_token }
      if (!access_token) {
        // The page must show the new address of a signed-in member at once.
        if (isMember) refreshUser().catch((error: unknown) => console.info('The member could not be read again', error))
        return { is: 'done', kind, email }
      }
      await signIn({ access_token, ...(refresh_token ? { refresh_token } : {}) }).catch((error: unknown) =>
        console.info('The new account could not be signed in', error),
      )
      return { is: 'entered' }
    })

  const disown = () =>
    act('disown', async (token, { kind, email }) => {
      await disownProof(token)
      return { is: 'disowned', kind, email }
    })

  return { state, isMember, confirm: () => void confirm(), disown: () => void disown(), retry }
}
