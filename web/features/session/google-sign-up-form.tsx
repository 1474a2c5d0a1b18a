import type { ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { displayNameFor } from '#contract/names.ts'
import { GoogleOnboarding, type GoogleUser } from '#contract/sign-in.ts'
import { ApiError } from '../../api/errors.ts'
import { hueOf, initialsOfName } from '../../domain/person.ts'
import { useCheck } from '../../hooks/use-check.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { toast } from '../../ui/toast.tsx'
import { AccountForm, NameFields, PasswordFields } from './account-form.tsx'
import { forgetGoogleUser } from './google-user.ts'
import { onboard } from './sign-in-queries.ts'
import { useAccountForm } from './use-account-form.ts'
import { useCreateAccount } from './use-create-account.ts'
import { tokensOf, useFirstSignIn } from './use-first-sign-in.ts'
import { useFailureReason } from './use-failure-reason.ts'

/** The form for the account of a person who has signed in with Google. The email address is fixed (S5.10 to S5.13). */
export function GoogleSignUpForm({
  user,
  licence,
  onRefused,
  onNotSignedIn,
}: {
  user: GoogleUser
  licence: (words: ReactNode) => ReactNode
  /** Called if Google's confirmation is no longer valid. */
  onRefused: () => void
  onNotSignedIn: (email: string) => void
}) {
  const t = useTranslations('entrance.onboarding')
  const signUp = useTranslations('entrance.signUp')
  const language = useLocale()
  const check = useCheck()
  const reasonOf = useFailureReason()
  const signIn = useFirstSignIn(onNotSignedIn)
  const createAccount = useCreateAccount()
  const names = { family_name: user.family_name, first_name: user.given_name, preferred_name: user.name }
  const form = useAccountForm(`onboarding ${user.google_id}`, {
    start: { ...names, password: '', confirm_password: '', terms: false },
    check: (words) => ({
      ...check(GoogleOnboarding, words),
      terms: words.terms ? undefined : signUp('termsRequired'),
    }),
    send: async ({ terms: _terms, ...words }) => {
      const named = { ...words, preferred_name: displayNameFor(language, words) }
      const { email } = user
      const answer = await createAccount(() => onboard(named, user), { email, password: words.password })
      forgetGoogleUser()
      await signIn(email, tokensOf(answer), t('done'))
    },
    onFailed: (error) => {
      if (!(error instanceof ApiError) || error.code !== 'onboarding_refused') return
      // The form disappears, so the error is shown in a toast.
      toast.error(t('failed'))
      onRefused()
    },
  })
  const isNamed = names.family_name !== '' && names.first_name !== ''
  return (
    <AccountForm
      form={form}
      failure={form.failure !== undefined && t('failed')}
      reason={reasonOf(form.failure)}
      cause={form.failure}
      terms={form.field('terms')}
      licence={licence}
      submit={t('submit')}
    >
      <GoogleIdentity user={user} />
      <NameFields field={form.field} startsFocused={!isNamed} />
      <PasswordFields field={form.field} email={user.email} startsFocused={isNamed} />
    </AccountForm>
  )
}

function GoogleIdentity({ user }: { user: GoogleUser }) {
  const t = useTranslations('entrance.onboarding')
  const labels = useTranslations('entrance.labels')
  return (
    <div className="col-span-2 flex items-center gap-3 rounded-3 bg-sunken px-4 py-3">
      <Avatar
        initials={initialsOfName(user.name)}
        hue={hueOf(user.google_id)}
        picture={user.google_avatar_url ?? undefined}
        size={40}
      />
      <dl className="min-w-0 wrap-anywhere">
        <dt className="sr-only">{t('name')}</dt>
        <dd dir="auto" className="t-14b">
          {user.name}
        </dd>
        <dt className="sr-only">{labels('email')}</dt>
        <dd dir="auto" className="t-13 text-text-2">
          {user.email}
        </dd>
      </dl>
    </div>
  )
}
