import { type ComponentProps, lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { paths } from '../app/paths.ts'
import { AuthLayout } from '../features/session/auth-layout.tsx'
import { useDeployment } from '../features/session/use-deployment.tsx'
import { LoginForm } from '../features/session/login-form.tsx'
import { NotSetUp, Or, ProviderButtons, signInProviders } from '../features/session/provider-buttons.tsx'
import { whenIdle } from '../lib/when-idle.ts'
import { FormFailure } from '../ui/form-failure.tsx'
import { textLink } from '../ui/text-link.ts'

/** In the demo's own build (`npm run demo`) alone. */
const DemoMembers = import.meta.env.MODE === 'demo' ? lazy(() => import('./demo-members.tsx')) : undefined

// Nothing depends on it: where it cannot be loaded, the page goes without.
const LoginPasskey =
  'PublicKeyCredential' in window &&
  lazy(() => whenIdle().then(() => import('./login-passkey.tsx').catch(() => ({ default: () => null }))))

type Arrival = { email?: string; reason?: string }

/**
 * @param onBegin told that somebody is about to sign in
 *
 * The address of who has just signed up comes in the history's state, so that it stands in no URL; so does the reason
 * why somebody comes back from a provider.
 */
export function LoginScreen({ onBegin }: { onBegin: () => void }) {
  const t = useTranslations('session.login')
  const common = useTranslations('common')
  const { deployment } = useDeployment()
  const only = deployment?.oidc?.only
  const arrived = useHistoryState<Arrival | null>()
  const [refused, setRefused] = useState<ComponentProps<typeof FormFailure>>({ failure: arrived?.reason })
  const ways = { providers: signInProviders, label: (provider: string) => t('provider', { provider }) }
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
      <FormFailure {...refused} />
      {DemoMembers ? (
        <Suspense>
          <DemoMembers />
          <Or />
        </Suspense>
      ) : (
        <ProviderButtons {...ways} failure={(provider) => t('providerFailed', { provider })} onFailure={setRefused}>
          <Or />
        </ProviderButtons>
      )}
      {!only && (
        <LoginForm
          focused={!DemoMembers}
          email={arrived?.email ?? ''}
          onInput={onBegin}
          forgotten={deployment?.mail ? forgotten : undefined}
        />
      )}
      {!only && deployment?.mail === false && (
        <p className="text-center t-12 text-pretty text-text-2">{t('askAdministrator')}</p>
      )}
      {!only && (
        <p className="text-center t-12 text-text-3">
          {LoginPasskey && (
            <Suspense>
              <LoginPasskey onBegin={onBegin} onFailure={setRefused} />
            </Suspense>
          )}
          {t.rich('newHere', { link: signUp })}
        </p>
      )}
      <Link href={paths.help} className={`self-center t-12 ${textLink}`}>
        {common('help')}
      </Link>
      {!DemoMembers && !only && <NotSetUp {...ways} />}
    </AuthLayout>
  )
}
