import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { paths } from '../app/paths.ts'
import { AuthLayout } from '../features/session/auth-layout.tsx'
import { LoginForm } from '../features/session/login-form.tsx'
import { Or, ProviderButton } from '../features/session/provider-buttons.tsx'
import { useDeployment } from '../features/session/use-deployment.ts'
import { textLink } from '../ui/text-link.ts'

/**
 * @param onBegin told that somebody is about to sign in
 *
 * The address of who has just signed up comes in the history's state, so that it stands in no URL.
 */
export function LoginScreen({ onBegin }: { onBegin: () => void }) {
  const t = useTranslations('session.login')
  const deployment = useDeployment()
  const arrived = useHistoryState<{ email?: string } | null>()
  const label = (provider: string) => t('provider', { provider })
  const signUp = (words: ReactNode) => (
    <Link href={paths.signUp} className={textLink}>
      {words}
    </Link>
  )
  const forgotten = (email: string) => (
    <Link href={paths.passwordReset} state={{ email }} className={textLink}>
      {t('forgotten')}
    </Link>
  )
  return (
    <AuthLayout title={t('title')} lead={t('lead')}>
      <div className="flex flex-col gap-3">
        <ProviderButton provider="google" label={label} />
        <ProviderButton provider="github" label={label} />
      </div>
      <Or />
      <LoginForm email={arrived?.email ?? ''} onInput={onBegin} forgotten={deployment?.mail ? forgotten : undefined} />
      <p className="text-center t-12 text-text-3">{t.rich('newHere', { link: signUp })}</p>
    </AuthLayout>
  )
}
