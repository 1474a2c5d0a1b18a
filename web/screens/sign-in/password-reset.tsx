import { CircleCheck, MailCheck, MailX } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link, useSearchParams } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { paths } from '../../app/paths.ts'
import { AuthLayout, AuthState } from '../../features/session/auth-layout.tsx'
import { NewPasswordForm } from '../../features/session/new-password-form.tsx'
import { ResetRequestForm } from '../../features/session/reset-request-form.tsx'
import { useResetLink } from '../../features/session/use-reset-link.ts'
import { useDeployment } from '../../entities/use-deployment.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { textLink } from '../../ui/text-link.ts'
import { LoginButton } from './login-button.tsx'

/** The form that requests an email for a new password. With `?token=`, the form for the new password. */
export default function PasswordResetScreen() {
  const [search] = useSearchParams()
  const token = search.get('token')
  return token ? <Choose key={token} token={token} /> : <Request />
}

function Request() {
  const t = useTranslations('entrance')
  const { deployment } = useDeployment()
  const arrived = useHistoryState<{ email?: string } | null>()
  const [sentTo, setSentTo] = useState<string>()
  const [email, setEmail] = useState(arrived?.email ?? '')

  if (deployment?.mail === false)
    return (
      <AuthState icon={MailX} title={t('reset.unavailable')} hint={t('reset.unavailableHint')}>
        <LoginButton />
      </AuthState>
    )
  if (sentTo !== undefined)
    return (
      <AuthState icon={MailCheck} title={t('reset.sent')} hint={t('reset.sentHint', { email: sentTo })}>
        <Button kind="line" onClick={() => setSentTo(undefined)}>
          {t('reset.again')}
        </Button>
        <LoginButton kind="ghost" />
      </AuthState>
    )
  return (
    <AuthLayout title={t('reset.title')} lead={t('reset.lead')}>
      <ResetRequestForm
        email={email}
        onSent={(address) => {
          setEmail(address)
          setSentTo(address)
        }}
      />
      <ToLogin />
    </AuthLayout>
  )
}

function Choose({ token }: { token: string }) {
  const t = useTranslations('entrance')
  const { deployment } = useDeployment()
  const link = useResetLink(token)
  const [outcome, setOutcome] = useState<'done' | 'invalid'>()

  if (outcome === 'done')
    return (
      <AuthState icon={CircleCheck} title={t('reset.done')} hint={t('reset.doneHint')}>
        <LoginButton kind="primary">{t('reset.toLogin')}</LoginButton>
      </AuthState>
    )
  if (link === 'checking') return <AuthState title={t('reset.checking')} />
  if (outcome === 'invalid' || link === 'invalid')
    return (
      <AuthState
        icon={MailX}
        title={t('reset.invalid')}
        hint={t(deployment?.mail === false ? 'reset.unavailableHint' : 'reset.invalidHint')}
      >
        {deployment?.mail === false ? (
          <LoginButton />
        ) : (
          <ButtonLink kind="line" href={paths.passwordReset}>
            {t('reset.again')}
          </ButtonLink>
        )}
      </AuthState>
    )
  return (
    <AuthLayout title={t('reset.newTitle')} lead={t('reset.newLead')}>
      <NewPasswordForm token={token} onDone={() => setOutcome('done')} onInvalid={() => setOutcome('invalid')} />
      <ToLogin />
    </AuthLayout>
  )
}

function ToLogin() {
  const t = useTranslations('entrance')
  return (
    <p className="text-center t-12">
      <Link href={paths.login} className={textLink}>
        {t('toLogin')}
      </Link>
    </p>
  )
}
