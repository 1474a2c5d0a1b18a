import type { GoogleUser } from '#contract/sign-in.ts'
import { useLook } from '../../hooks/use-look.ts'
import { keptGoogleUser } from './google-user.ts'
import { checkOnboarding } from './entrance-queries.ts'

type Onboarding =
  | { state: 'checking' }
  | { state: 'failed' }
  /** Google's confirmation has expired or is missing. */
  | { state: 'refused' }
  | { state: 'proven'; user: GoogleUser }

/** Returns whether this browser may create an account for the confirmed Google user. `check` checks again. */
export function useGoogleSignUp() {
  const [found, , check] = useLook(undefined, look, { state: 'checking' })
  return { ...found, check }
}

async function look(): Promise<Onboarding> {
  const user = keptGoogleUser()
  if (!user) return { state: 'refused' }
  try {
    const { onboarding } = await checkOnboarding()
    return onboarding ? { state: 'proven', user } : { state: 'refused' }
  } catch {
    return { state: 'failed' }
  }
}
