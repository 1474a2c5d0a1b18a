import { type ComponentProps, type ReactNode, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { paths } from '../../app/paths.ts'
import { AuthLayout } from '../../features/session/auth-layout.tsx'
import { useDeployment } from '../../entities/use-deployment.tsx'
import { LoginForm } from '../../features/session/login-form.tsx'
import { useSession } from '../../features/session/session.tsx'
import { NotSetUp, OrDivider, ProviderButtons, signInProviders } from '../../features/session/provider-buttons.tsx'
import { whenIdle } from '../../platform/when-idle.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { textLink } from '../../ui/text-link.ts'
import { lazyPart } from '../../ui/lazy-part.ts'

/** Undefined except in the build of the demo (`npm run demo`). */
const DemoMembers = import.meta.env.MODE === 'demo' ? lazyPart(() => import('../demo/demo-members.tsx')) : undefined

const LoginPasskey =
  'PublicKeyCredential' in window &&
  lazyPart(async () => {
    await whenIdle()
    return import('../shared/login-passkey.tsx')
  })

type Arrival = { email?: string; reason?: string }

/**
 * The login page. The email address after a sign-up, and the error after a return from a provider, are in the history
 * state, so that neither is in the URL.
 * @param onBegin called when a sign-in begins
 */
export function LoginScreen({ onBegin }: { onBegin: () => void }) {
  const t = useTranslations('session.login')
  const common = useTranslations('common')
  const { deployment, failed } = useDeployment()
  const { hadMember } = useSession()
  const only = deployment?.oidc?.only
  // `has_accounts` may be outdated: if somebody has signed in on this page since it was loaded, there is an account.
  const isEmpty = deployment?.has_accounts === false && !hadMember()
  const isFirst = isEmpty && deployment.sign_up_form !== 'unavailable'
  const hasForm = !only && !isFirst
  const arrived = useHistoryState<Arrival | null>()
  const [refused, setRefused] = useState<ComponentProps<typeof FormFailure>>({ failure: arrived?.reason })
  const ways = { providers: signInProviders, label: (provider: string) => t('provider', { provider }) }
  const signUp = (words: ReactNode) => (
    <Link href={paths.signUp} className={textLink}>
      {words}
    </Link>
  )
  const forgotten = (email: string, words: ReactNode = t('forgotten')) => (
    <Link href={paths.passwordReset} state={{ email }} className={textLink}>
      {words}
    </Link>
  )
  return (
    <AuthLayout title={t('title')} lead={t(isFirst ? 'firstLead' : 'lead')}>
      <FormFailure {...refused} />
      {DemoMembers ? (
        <Suspense>
          <DemoMembers />
          <OrDivider />
        </Suspense>
      ) : (
        <ProviderButtons {...ways} failure={(provider) => t('providerFailed', { provider })} onFailure={setRefused}>
          {!isFirst && <OrDivider />}
        </ProviderButtons>
      )}
      {hasForm && (
        <LoginForm
          focused={!DemoMembers}
          email={arrived?.email ?? ''}
          onInput={onBegin}
          forgotten={deployment?.mail ? forgotten : undefined}
        />
      )}
      {isFirst && !only && (
        <ButtonLink kind="primary" href={paths.signUp}>
          {t('first')}
        </ButtonLink>
      )}
      {hasForm && deployment?.mail === false && (
        <p className="text-center t-12 text-pretty text-text-2">{t('askAdministrator')}</p>
      )}
      {hasForm && (
        <div className="flex flex-wrap items-center justify-center gap-x-6 gap-y-2 text-center t-12 text-text-3">
          {LoginPasskey && (
            <Suspense>
              <LoginPasskey onBegin={onBegin} onFailure={setRefused} />
            </Suspense>
          )}
          {!failed && (
            <p>{deployment?.sign_up === 'closed' ? t('needsInvitation') : t.rich('newHere', { link: signUp })}</p>
          )}
        </div>
      )}
      <Link href={paths.help} className={`self-center t-12 ${textLink}`}>
        {common('help')}
      </Link>
      {!DemoMembers && !only && <NotSetUp {...ways} />}
    </AuthLayout>
  )
}
