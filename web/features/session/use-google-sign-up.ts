import type { GoogleUser } from '#contract/sign-in.ts'
import { useAsyncState } from '../../hooks/use-async-state.ts'
import { storedGoogleUser } from './google-user.ts'
import { checkOnboarding } from './sign-in-queries.ts'

type Onboarding =
  | { state: 'checking' }
  | { state: 'failed' }
  /** Google's confirmation has expired or is missing. */
  | { state: 'refused' }
  | { state: 'proven'; user: GoogleUser }

/** Returns whether this browser may create an account for the Google user. `check` checks this again. */
export function useGoogleSignUp() {
  const [found, , check] = useAsyncState(undefined, look, { state: 'checking' })
  return { ...found, check }
}

async function look(): Promise<Onboarding> {
  const user = storedGoogleUser()
  if (!user) return { state: 'refused' }
  try {
    const { onboarding } = await checkOnboarding()
    return onboarding ? { state: 'proven', user } : { state: 'refused' }
  } catch {
    return { state: 'failed' }
  }
}
