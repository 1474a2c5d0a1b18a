import { type ReactNode, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { ErrorCode } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { displayNameFor } from '#contract/names.ts'
import { Registration } from '#contract/users.ts'
import { ApiError } from '../../api/errors.ts'
import { useCheck } from '../../hooks/use-check.ts'
import { AccountForm, NameFields } from './account-form.tsx'
import { EntranceField } from './entrance-form.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import { register, type SignUp } from './sign-in-queries.ts'
import { login } from './queries.ts'
import { useCreateAccount } from './use-create-account.ts'
import { useAccountForm } from './use-account-form.ts'
import { useFirstSignIn } from './use-first-sign-in.ts'

const nothing: SignUp = { family_name: '', first_name: '', preferred_name: '', email: '', password: '' }

/**
 * @param given the values of an earlier submission, to correct them
 * @param licence renders a link to the terms of use around the given text
 * @param onNotSignedIn receives the address of the new account if the login with it failed
 * @param onWaiting receives the values if the person must first open the link in an email
 */
export function SignUpForm({
  given = nothing,
  licence,
  onNotSignedIn,
  onWaiting,
}: {
  given?: SignUp | undefined
  licence: (words: ReactNode) => ReactNode
  onNotSignedIn: (email: string) => void
  onWaiting: (sent: SignUp) => void
}) {
  const t = useTranslations('entrance')
  const language = useLocale()
  const check = useCheck(limits.signUpPassword)
  const signIn = useFirstSignIn(onNotSignedIn)
  const createAccount = useCreateAccount()
  const [leftPassword, setLeftPassword] = useState(false)
  const form = useAccountForm('sign-up', {
    start: { ...given, terms: false },
    check: (words) => ({
      ...check(Registration, words),
      terms: words.terms ? undefined : t('signUp.termsRequired'),
    }),
    send: async ({ terms: _terms, ...words }) => {
      const registration = { ...words, preferred_name: displayNameFor(language, words) }
      const account = await createAccount(() => register(registration), registration)
      if ('is_active' in account && !account.is_active) return onWaiting(registration)
      const { email, password } = registration
      await signIn(email, 'access_token' in account ? account : login(email, password), t('signUp.done'))
    },
    fieldOf: { email_taken: 'email', email_domain_refused: 'email' },
  })

  const password = form.field('password')
  const tooShort = form.words.password === '' ? undefined : check(Registration, form.words).password
  return (
    <AccountForm
      form={form}
      failure={form.failure !== undefined && (refusal(form.failure) ?? t('signUp.failed'))}
      cause={form.failure}
      terms={form.field('terms')}
      licence={licence}
      submit={t('signUp.title')}
    >
      <NameFields field={form.field} />
      <div className="col-span-2">
        <EntranceField {...form.field('email')} type="email" label={t('labels.email')} autoComplete="email" />
      </div>
      <div className="col-span-2">
        <NewPasswordField
          {...password}
          label={t('labels.password')}
          hint={t('labels.minimum', { minimum: limits.signUpPassword })}
          error={password.error ?? (leftPassword ? tooShort : undefined)}
          note={tooShort}
          onBlur={() => setLeftPassword(true)}
        />
      </div>
    </AccountForm>
  )
}

/** The errors for which a retry does not help, such as too many attempts. */
const final: ReadonlySet<ErrorCode | undefined> = new Set([
  'too_many_attempts',
  'too_many_emails',
  'sign_up_closed',
  'sign_up_needs_mail',
])

/** Returns the server's message for errors that a retry cannot solve. */
export const refusal = (error: unknown) =>
  error instanceof ApiError && final.has(error.code) ? error.serverMessage : undefined
