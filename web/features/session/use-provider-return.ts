import { useEffect, useRef } from 'react'
import type { SignInProvider } from '#contract/providers.ts'
import type { GoogleUser, InvitedResult } from '#contract/sign-in.ts'
import { providerLogin } from './sign-in-queries.ts'
import { useSession } from './session.tsx'

type Outcome =
  | { is: 'signed-in' | 'connected' }
  | { is: 'onboarding'; user: GoogleUser }
  | { is: 'invited'; offer: Omit<InvitedResult, 'result'> }
  /** The URL has no code, because the person cancelled or opened the page directly. */
  | { is: 'nothing'; cancelled: boolean }
  | { is: 'failed'; error: unknown }

/**
 * Handles the response of a provider in the URL. The code in the URL works only once. So it is removed from the URL
 * before it is sent, and a rerender or a reload cannot send it again.
 * @param onOutcome called once, with whether a member was signed in
 */
export function useProviderReturn(provider: SignInProvider, onOutcome: (outcome: Outcome, member: boolean) => void) {
  const { state, signIn, readUser } = useSession()
  const taken = useRef(false)

  const take = async (query: URLSearchParams): Promise<Outcome> => {
    const parameter = (name: string) => query.get(name) ?? ''
    const [code, error, back] = [parameter('code'), parameter('error'), parameter('state')]
    const cancelled = error === 'access_denied'
    if (!code && (cancelled || !error)) return { is: 'nothing', cancelled }
    try {
      // Errors are sent as well: the server logs them for the operator, and responds with a reason for the person.
      const answer = await providerLogin(provider, code ? { code, state: back } : { error, state: back })
      if (answer.result === 'onboarding' && answer.google_user) return { is: 'onboarding', user: answer.google_user }
      if (answer.result === 'invited') {
        const { email = '', invitations = [], may_sign_up = false } = answer
        return { is: 'invited', offer: { email, invitations, may_sign_up } }
      }
      if (answer.result === 'connected') {
        // The account is connected, even if the member with the new picture cannot be fetched.
        await readUser().catch((error: unknown) => console.info('The member was not read again', error))
        return { is: 'connected' }
      }
      if (!('access_token' in answer) || !answer.access_token) throw new Error('signed in without a token')
      const { access_token, refresh_token } = answer
      await signIn({ access_token, ...(refresh_token ? { refresh_token } : {}) })
      return { is: 'signed-in' }
    } catch (error) {
      return { is: 'failed', error }
    }
  }

  useEffect(() => {
    // Waits for the session, because the account is connected to the member if one is signed in.
    if (state === 'initializing' || taken.current) return
    taken.current = true
    const query = new URLSearchParams(window.location.search)
    window.history.replaceState(null, '', window.location.pathname)
    void take(query).then((outcome) => onOutcome(outcome, state === 'signed-in'))
  })
}
