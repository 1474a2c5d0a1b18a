import { useTranslations } from 'use-intl'
import type { Tokens } from '#contract/sessions.ts'
import { toast } from '../../ui/toast.tsx'
import { useSession } from './session.tsx'

type NewTokens = { access_token: string; refresh_token?: string }

/** The tokens of an account just made; an answer without them made none. */
export function tokensOf({ access_token, refresh_token }: Partial<Tokens>): NewTokens {
  if (!access_token) throw new Error('an account without a token')
  return { access_token, ...(refresh_token ? { refresh_token } : {}) }
}

/**
 * Signs in to an account just made, which stands also where that fails.
 * @param onNotSignedIn told where it fails
 */
export function useFirstSignIn(onNotSignedIn: () => void) {
  const t = useTranslations('entrance.signUp')
  const { signIn } = useSession()
  /** @param done said to whoever is signed in */
  return async (tokens: NewTokens, done?: string) => {
    try {
      await signIn(tokens)
      if (done) toast.success(done)
    } catch (error) {
      console.info('The new account could not be signed in', error)
      toast.success(t('done'))
      onNotSignedIn()
    }
  }
}
