import { MailX } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link, Redirect, useLocation } from 'wouter'
import { paths } from '../../app/paths.ts'
import { AuthLayout, AuthState } from '../../features/session/auth-layout.tsx'
import { useDeployment } from '../../entities/use-deployment.tsx'
import { NotSetUp, OrDivider, ProviderButtons } from '../../features/session/provider-buttons.tsx'
import type { SignUp } from '../../features/session/sign-in-queries.ts'
import { SignUpForm } from '../../features/session/sign-up-form.tsx'
import { CheckYourMail } from '../../features/session/check-your-mail.tsx'
import { Note } from '../../ui/note.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { textLink } from '../../ui/text-link.ts'
import { licenceLink } from './licence-link.tsx'
import { LoginButton } from './login-button.tsx'

export default function SignUpScreen() {
  const t = useTranslations('entrance')
  const { deployment } = useDeployment()
  const [refused, setRefused] = useState<ComponentProps<typeof FormFailure>>({})
  const [, go] = useLocation()
  const [sent, setSent] = useState<SignUp>()
  const [isMailed, setIsMailed] = useState(false)

  if (deployment?.oidc?.only) return <Redirect to={paths.login} replace />
  if (deployment?.sign_up === 'closed')
    return (
      <AuthState icon={MailX} title={t('signUp.closed')} hint={t('signUp.closedHint')}>
        <LoginButton />
      </AuthState>
    )

  if (sent && isMailed) return <CheckYourMail sent={sent} onChange={() => setIsMailed(false)} />

  const hasForm = deployment?.sign_up_form !== 'unavailable'
  const ways = {
    providers: ['oidc', 'google'] as const,
    label: (provider: string) => t('signUp.provider', { provider }),
  }
  const login = (words: ReactNode) => (
    <Link href={paths.home} className={textLink}>
      {words}
    </Link>
  )
  const wait = (registration: SignUp) => {
    setSent(registration)
    setIsMailed(true)
  }
  const toLogin = (email: string) => go(paths.home, { replace: true, state: { email } })
  return (
    <AuthLayout
      title={t('signUp.title')}
      lead={t(deployment?.sign_up === 'first' ? 'signUp.firstLead' : 'signUp.lead')}
    >
      <FormFailure {...refused} />
      <ProviderButtons
        {...ways}
        failure={(provider) => t('signUp.providerFailed', { provider })}
        onFailure={setRefused}
      >
        {hasForm && <OrDivider />}
      </ProviderButtons>
      {hasForm ? (
        <SignUpForm given={sent} licence={licenceLink} onNotSignedIn={toLogin} onWaiting={wait} />
      ) : (
        <Note>{t('signUp.noMail')}</Note>
      )}
      <p className="text-center t-12 text-text-3">{t.rich('signUp.haveAccount', { link: login })}</p>
      <NotSetUp {...ways} />
    </AuthLayout>
  )
}
