import { useTranslations } from 'use-intl'
import type { Tokens } from '#contract/sessions.ts'
import { toast } from '../../ui/toast.tsx'
import { useSession } from './session.tsx'

type NewTokens = { access_token: string; refresh_token?: string }

/** Returns the tokens of a new account. A response without tokens created no account. */
export function tokensOf({ access_token, refresh_token }: Partial<Tokens>): NewTokens {
  if (!access_token) throw new Error('an account without a token')
  return { access_token, ...(refresh_token ? { refresh_token } : {}) }
}

/**
 * Returns a function that signs in to a new account. The account exists even if the sign-in fails.
 * @param onNotSignedIn receives the address on failure
 */
export function useFirstSignIn(onNotSignedIn: (email: string) => void) {
  const t = useTranslations('entrance.signUp')
  const { signIn } = useSession()
  /** @param done the text of the toast after the sign-in */
  return async (email: string, tokens: NewTokens | Promise<NewTokens>, done?: string) => {
    try {
      await signIn(await tokens)
      if (done) toast.success(done)
    } catch (error) {
      console.info('The new account could not be signed in', error)
      toast.success(t('done'))
      onNotSignedIn(email)
    }
  }
}
