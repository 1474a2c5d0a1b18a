import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { GoogleOnboarding, type GoogleUser } from '#contract/sign-in.ts'
import { ApiError } from '../../api/errors.ts'
import { failuresOf } from '../../lib/field-errors.ts'
import { hueOf, initialsOfName } from '../../lib/person.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { toast } from '../../ui/toast.tsx'
import { AccountForm, type AccountWords } from './account-form.tsx'
import { FormFailure, useReason } from './form-failure.tsx'
import { forgetGoogleUser } from './google-user.ts'
import { onboard } from './queries.ts'

/** The sign-up of whom Google has shown: their address stands (S5.10 to S5.13). */
export function OnboardingForm({
  user,
  licence,
  onRefused,
  onNotSignedIn,
}: {
  user: GoogleUser
  licence: (words: ReactNode) => ReactNode
  /** Google’s confirmation no longer counts. */
  onRefused: () => void
  onNotSignedIn: (email: string) => void
}) {
  const t = useTranslations('entrance.onboarding')
  const labels = useTranslations('entrance.labels')
  const reasonOf = useReason()
  const [reason, setReason] = useState<string>()

  const send = async (words: AccountWords) => {
    setReason(undefined)
    const { access_token, refresh_token } = await onboard(words, user)
    if (!access_token) throw new Error('onboarded without a token')
    forgetGoogleUser()
    return { access_token, ...(refresh_token ? { refresh_token } : {}) }
  }
  const onFailed = (error: unknown) => {
    toast.error(t('failed'))
    if (error instanceof ApiError && error.code === 'onboarding_refused') onRefused()
    else setReason(reasonOf(error))
  }
  return (
    <>
      <FormFailure failure={reason} />
      <AccountForm
        email={user.email}
        about={
          <div className="flex items-center gap-3 rounded-3 bg-sunken px-4 py-3">
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
        }
        given={{ family_name: user.family_name, first_name: user.given_name, preferred_name: user.name }}
        check={(words) => failuresOf(GoogleOnboarding, words)}
        submit={t('submit')}
        licence={licence}
        send={send}
        done={t('done')}
        onFailed={onFailed}
        onNotSignedIn={onNotSignedIn}
      />
    </>
  )
}
