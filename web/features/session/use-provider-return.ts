import { useEffect, useRef } from 'react'
import type { SignInProvider } from '#contract/providers.ts'
import type { GoogleUser, InvitedResult } from '#contract/sign-in.ts'
import { providerLogin } from './sign-in-queries.ts'
import { useSession } from './session.tsx'

type Outcome =
  | { is: 'signed-in' | 'connected' }
  | { is: 'onboarding'; user: GoogleUser }
  | { is: 'invited'; offer: Omit<InvitedResult, 'result'> }
  /** No code: the person cancelled, or opened the page without a redirect. */
  | { is: 'nothing'; cancelled: boolean }
  | { is: 'failed'; error: unknown }

/**
 * Handles the response of a provider in the address.
 * The code works once, so it is removed from the address before it is sent. A rerender or a reload cannot send it
 * again.
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
      // Send an error too: the operator finds it in the log, and the person gets the reason.
      const answer = await providerLogin(provider, code ? { code, state: back } : { error, state: back })
      if (answer.result === 'onboarding' && answer.google_user) return { is: 'onboarding', user: answer.google_user }
      if (answer.result === 'invited') {
        const { email = '', invitations = [], may_sign_up = false } = answer
        return { is: 'invited', offer: { email, invitations, may_sign_up } }
      }
      if (answer.result === 'connected') {
        // The account is connected, even if the new picture cannot be fetched at once.
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
    // The account is connected to the signed-in member, so wait until the session is known.
    if (state === 'initializing' || taken.current) return
    taken.current = true
    const query = new URLSearchParams(window.location.search)
    window.history.replaceState(null, '', window.location.pathname)
    void take(query).then((outcome) => onOutcome(outcome, state === 'signed-in'))
  })
}
