import type { ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Acceptance, type InvitationInfo } from '#contract/invitations.ts'
import { displayNameFor } from '#contract/names.ts'
import { ApiError, serverMessage } from '../../api/errors.ts'
import { useCheck } from '../../hooks/use-check.ts'
import { toast } from '../../ui/toast.tsx'
import { AccountForm, NameFields, PasswordFields } from './account-form.tsx'
import { acceptInvitation } from './sign-in-queries.ts'
import { useAccountForm } from './use-account-form.ts'
import { useCreateAccount } from './use-create-account.ts'
import { tokensOf, useFirstSignIn } from './use-first-sign-in.ts'

/** The form for the account of an invited person. The email address is fixed (S5.14 to S5.18). */
export function InvitationForm({
  info: { id = '', email = '' },
  licence,
  onAccepted,
  onRefused,
  onNotSignedIn,
}: {
  info: Partial<InvitationInfo>
  licence: (words: ReactNode) => ReactNode
  /** Called when the account exists, before the member is signed in. */
  onAccepted: () => void
  /** Called if the invitation is no longer valid. */
  onRefused: () => void
  onNotSignedIn: (email: string) => void
}) {
  const t = useTranslations('entrance.invitation')
  const signUp = useTranslations('entrance.signUp')
  const labels = useTranslations('entrance.labels')
  const language = useLocale()
  const check = useCheck()
  const signIn = useFirstSignIn(onNotSignedIn)
  const createAccount = useCreateAccount()
  const failed = (error: unknown) => {
    const reason = serverMessage(error)
    return reason ? t('acceptFailedBecause', { reason }) : t('acceptFailed')
  }
  const form = useAccountForm(`invitation ${id}`, {
    start: { family_name: '', first_name: '', preferred_name: '', password: '', confirm_password: '', terms: false },
    check: (words) => ({
      ...check(Acceptance, { id, ...words }),
      ...(!words.family_name.trim() && { family_name: t('namesRequired') }),
      ...(!words.first_name.trim() && { first_name: t('namesRequired') }),
      terms: words.terms ? undefined : signUp('termsRequired'),
    }),
    send: async ({ terms: _terms, ...words }) => {
      if (!id) return toast.error(t('noDetails'))
      const acceptance = { id, ...words, preferred_name: displayNameFor(language, words) }
      const answer = await createAccount(() => acceptInvitation(acceptance), { email, password: words.password })
      if (!answer.access_token) return toast.error(t('acceptFailed')) // no account was created (S4.18)
      onAccepted()
      await signIn(email, tokensOf(answer))
    },
    onFailed: (error) => {
      if (!(error instanceof ApiError) || ![404, 409, 410].includes(error.status)) return
      // The form disappears, so the error is shown in a toast.
      toast.error(failed(error))
      onRefused()
    },
  })
  return (
    <AccountForm
      form={form}
      failure={form.failure !== undefined && failed(form.failure)}
      cause={form.failure}
      terms={form.field('terms')}
      licence={licence}
      submit={t('accept')}
    >
      <dl className="col-span-2">
        <dt className="t-13b">{labels('email')}</dt>
        <dd dir="auto" className="mt-1 t-14 text-text-2">
          {email}
        </dd>
      </dl>
      <NameFields field={form.field} />
      <PasswordFields field={form.field} email={email} />
    </AccountForm>
  )
}
