import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Acceptance, type InvitationInfo } from '#contract/invitations.ts'
import { ApiError, serverMessage } from '../../api/errors.ts'
import { failuresOf } from '../../lib/field-errors.ts'
import { toast } from '../../ui/toast.tsx'
import { AccountForm, type AccountWords } from './account-form.tsx'
import { acceptInvitation } from './queries.ts'

/** The sign-up of somebody who is invited: the address stands (S5.14 to S5.18). */
export function InvitationForm({
  info: { id = '', email = '' },
  licence,
  onAccepted,
  onRefused,
  onNotSignedIn,
}: {
  info: Partial<InvitationInfo>
  licence: (words: ReactNode) => ReactNode
  /** Before they are signed in. */
  onAccepted: () => void
  /** The invitation no longer stands. */
  onRefused: () => void
  onNotSignedIn: (email: string) => void
}) {
  const t = useTranslations('entrance.invitation')
  const labels = useTranslations('entrance.labels')

  const accept = async (words: AccountWords) => {
    if (!id) {
      toast.error(t('noDetails'))
      return undefined
    }
    const { access_token, refresh_token } = await acceptInvitation({ id, ...words })
    if (!access_token) throw new Error('accepted without a token')
    onAccepted()
    return { access_token, ...(refresh_token ? { refresh_token } : {}) }
  }
  const onFailed = (error: unknown) => {
    const reason = serverMessage(error)
    toast.error(reason ? t('acceptFailedBecause', { reason }) : t('acceptFailed'))
    if (error instanceof ApiError && [404, 409, 410].includes(error.status)) onRefused()
  }
  return (
    <AccountForm
      email={email}
      about={
        <dl>
          <dt className="t-13b">{labels('email')}</dt>
          <dd dir="auto" className="mt-1 t-14 text-text-2">
            {email}
          </dd>
        </dl>
      }
      check={(words) => failuresOf(Acceptance, { id, ...words })}
      namesRequired={t('namesRequired')}
      submit={t('accept')}
      licence={licence}
      send={accept}
      onFailed={onFailed}
      onNotSignedIn={onNotSignedIn}
    />
  )
}
