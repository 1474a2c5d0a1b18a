import { LogOut, MailX } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Redirect, useLocation, useSearchParams } from 'wouter'
import { paths } from '../../app/paths.ts'
import { AuthLayout, AuthState } from '../../features/session/auth-layout.tsx'
import { InvitationForm } from '../../features/session/invitation-form.tsx'
import { OrDivider, ProviderButtons } from '../../features/session/provider-buttons.tsx'
import { useDeployment } from '../../entities/use-deployment.tsx'
import { useSession } from '../../features/session/session.tsx'
import { useLogOut } from '../../features/session/use-log-out.tsx'
import { useInvitation } from '../../features/session/use-invitation.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { CheckFailed } from './check-failed.tsx'
import { LoginButton } from './login-button.tsx'
import { licenceLink } from './licence-link.tsx'
import { UnconfirmedAccount } from './unconfirmed-account.tsx'

/** The keys of the texts that say how to proceed after an invitation has become invalid. */
const reasons = {
  expired: 'invitation.reasons.expired',
  used: 'invitation.reasons.used',
  cancelled: 'invitation.reasons.cancelled',
  unknown: 'invitation.reasons.unknown',
} as const

/** The page of an invitation link. Without a token in the URL, redirects (S2.05, S2.06). */
export default function InvitationScreen() {
  const t = useTranslations('entrance.invitation')
  const session = useSession()
  const { logOut, question } = useLogOut()
  const [search] = useSearchParams()
  const token = search.get('token')
  const [accepted, setAccepted] = useState(false)
  if (!token) return <Redirect to={paths.login} replace />
  if (session.state === 'signed-in' && accepted) return <Redirect to={paths.home} replace />
  return (
    <Acceptance key={token} token={token} onAccepted={() => setAccepted(true)}>
      {session.state === 'signed-in' && (
        <AuthState icon={LogOut} title={t('signedIn')} hint={t('signedInHint', { email: session.user.email })}>
          <Button kind="line" onClick={logOut}>
            {t('logOut')}
          </Button>
          <Home />
          {question}
        </AuthState>
      )}
    </Acceptance>
  )
}

/** @param children shown instead of the form if the visitor is signed in */
function Acceptance({ token, onAccepted, children }: { token: string; onAccepted: () => void; children: ReactNode }) {
  const t = useTranslations('entrance')
  const { check, ...found } = useInvitation(token)
  const [, go] = useLocation()
  const { deployment } = useDeployment()
  const [refused, setRefused] = useState<ComponentProps<typeof FormFailure>>({})
  const labels = useTranslations('session.login')

  if (found.state === 'checking') return <AuthState title={t('invitation.checking')} />
  if (found.state === 'failed')
    return (
      <CheckFailed title={t('invitation.failed')} retry={check}>
        <Home />
      </CheckFailed>
    )
  if (found.state === 'invalid')
    return (
      <AuthState icon={MailX} title={t('invitation.invalid')} hint={t(reasons[found.reason ?? 'unknown'])}>
        {found.reason === 'used' && !children && <LoginButton kind="primary">{t('reset.toLogin')}</LoginButton>}
        <Home />
      </AuthState>
    )
  if (children) return children
  const { team_name: team, invited_by: inviter } = found.info
  return (
    <AuthLayout
      title={t('invitation.title')}
      {...(team && inviter ? { lead: t('invitation.lead', { team, inviter }) } : {})}
    >
      <FormFailure {...refused} />
      {found.info.existing && <UnconfirmedAccount account={found.info.existing} email={found.info.email ?? ''} />}
      <ProviderButtons
        providers={['oidc']}
        label={(provider) => labels('provider', { provider })}
        failure={(provider) => labels('providerFailed', { provider })}
        onFailure={setRefused}
        invitation={token}
      >
        <OrDivider />
      </ProviderButtons>
      {/* If only the company's sign-in is allowed, it creates the account, and the member needs no password. */}
      {!deployment?.oidc?.only && (
        <InvitationForm
          info={found.info}
          licence={licenceLink}
          onAccepted={onAccepted}
          onRefused={check}
          onNotSignedIn={(email) => go(paths.home, { replace: true, state: { email } })}
        />
      )}
      <p className="text-center">
        <ButtonLink kind="line" href={paths.home}>
          {t('invitation.haveAccount')}
        </ButtonLink>
      </p>
    </AuthLayout>
  )
}

function Home() {
  const t = useTranslations('entrance.invitation')
  return (
    <ButtonLink kind="line" href={paths.home}>
      {t('home')}
    </ButtonLink>
  )
}
