import '../../ui/members.css'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Link, Redirect, useLocation } from 'wouter'
import { paths } from '../../app/paths.ts'
import { AuthLayout, AuthState } from '../../features/session/auth-layout.tsx'
import { GoogleSignUpForm } from '../../features/session/google-sign-up-form.tsx'
import { useGoogleSignUp } from '../../features/session/use-google-sign-up.ts'
import { textLink } from '../../ui/text-link.ts'
import { CheckFailed } from './check-failed.tsx'
import { licenceLink } from './licence-link.tsx'

/** The form for an account after a sign-in with Google. Without a valid sign-in, redirects to the login. */
export default function GoogleOnboardingScreen() {
  const t = useTranslations('entrance')
  const [, go] = useLocation()
  const { check, ...found } = useGoogleSignUp()

  if (found.state === 'checking') return <AuthState title={t('onboarding.checking')} />
  if (found.state === 'refused')
    return <Redirect to={paths.login} replace state={{ reason: t('onboarding.expired') }} />
  if (found.state === 'failed') return <CheckFailed title={t('onboarding.checkFailed')} retry={check} />
  const login = (words: ReactNode) => (
    <Link href={paths.login} className={textLink}>
      {words}
    </Link>
  )
  return (
    <AuthLayout title={t('onboarding.title')} lead={t('onboarding.lead')}>
      <GoogleSignUpForm
        user={found.user}
        licence={licenceLink}
        onRefused={check}
        onNotSignedIn={(email) => go(paths.home, { replace: true, state: { email } })}
      />
      <p className="text-center t-12 text-text-3">{t.rich('signUp.haveAccount', { link: login })}</p>
    </AuthLayout>
  )
}
