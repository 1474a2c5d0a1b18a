import { useEffect, useRef } from 'react'
import type { SignInProvider } from '#contract/providers.ts'
import type { GoogleUser, InvitedResult } from '#contract/sign-in.ts'
import { providerLogin } from './entrance-queries.ts'
import { useSession } from './session.tsx'

type Outcome =
  | { is: 'signed-in' | 'connected' }
  | { is: 'onboarding'; user: GoogleUser }
  | { is: 'invited'; offer: Omit<InvitedResult, 'result'> }
  /** No code, because a person has cancelled it or nobody was led here. */
  | { is: 'nothing'; cancelled: boolean }
  | { is: 'failed'; error: unknown }

/**
 * Takes what a provider sends back in the address. Its code works once, so it is sent once, whatever React or a reload does
 * with the screen: it leaves the address before it is sent.
 * @param onOutcome told once, and whether somebody was signed in
 */
export function useProviderReturn(provider: SignInProvider, onOutcome: (outcome: Outcome, member: boolean) => void) {
  const { state, signIn, readUser } = useSession()
  const taken = useRef(false)

  const take = async (query: URLSearchParams): Promise<Outcome> => {
    const said = (name: string) => query.get(name) ?? ''
    const [code, error, back] = [said('code'), said('error'), said('state')]
    const cancelled = error === 'access_denied'
    if (!code && (cancelled || !error)) return { is: 'nothing', cancelled }
    try {
      // The server's operator has to read of it, and the person why.
      const answer = await providerLogin(provider, code ? { code, state: back } : { error, state: back })
      if (answer.result === 'onboarding' && answer.google_user) return { is: 'onboarding', user: answer.google_user }
      if (answer.result === 'invited') {
        const { email = '', invitations = [], may_sign_up = false } = answer
        return { is: 'invited', offer: { email, invitations, may_sign_up } }
      }
      if (answer.result === 'connected') {
        // Connected it is, whether or not the new picture can be read at once.
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
    // The account is connected to whoever is signed in: that is to be known first.
    if (state === 'initializing' || taken.current) return
    taken.current = true
    const query = new URLSearchParams(window.location.search)
    window.history.replaceState(null, '', window.location.pathname)
    void take(query).then((outcome) => onOutcome(outcome, state === 'signed-in'))
  })
}
