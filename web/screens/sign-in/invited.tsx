import '../../ui/members.css'
import { type ComponentProps, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { SignInProvider } from '#contract/providers.ts'
import type { InvitedResult } from '#contract/sign-in.ts'
import { AuthLayout } from '../../features/session/auth-layout.tsx'
import { useChooseInvitation } from '../../features/session/use-choose-invitation.ts'
import { useDeployment } from '../../entities/use-deployment.tsx'
import { Button } from '../../ui/button.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'

/** Offers the invitations to an address that a provider has confirmed and that has no account yet (E1.22). */
export function Invited({ provider, offer }: { provider: SignInProvider; offer: Omit<InvitedResult, 'result'> }) {
  const t = useTranslations('entrance.invited')
  const { deployment } = useDeployment()
  const [refused, setRefused] = useState<ComponentProps<typeof FormFailure>>({})
  const { choose, chosen, leaving } = useChooseInvitation(provider, setRefused)
  const busyOf = (choice: string) => (chosen === choice ? { busy: leaving } : {})
  return (
    <AuthLayout title={t('title')} lead={t('lead', { email: offer.email })}>
      <FormFailure {...refused} />
      <ul className="flex flex-col gap-3">
        {offer.invitations.map(({ id, team_name: team, invited_by: name }) => (
          <li key={id} className="flex flex-wrap items-center gap-3 rounded-3 bg-sunken px-4 py-3">
            <div className="min-w-0 flex-1 wrap-anywhere">
              <h2 dir="auto" className="t-14b">
                {team}
              </h2>
              <p className="t-13 text-text-2">{t('by', { name })}</p>
            </div>
            <Button
              kind="primary"
              aria-label={t('joinOf', { team })}
              disabled={chosen !== undefined}
              onClick={() => choose(id)}
              {...busyOf(id)}
            >
              {t('join')}
            </Button>
          </li>
        ))}
      </ul>
      {offer.may_sign_up && (
        <Button kind="line" wide disabled={chosen !== undefined} onClick={() => choose('none')} {...busyOf('none')}>
          {t(deployment?.sign_up === 'new-team' ? 'newTeam' : 'without')}
        </Button>
      )}
    </AuthLayout>
  )
}
