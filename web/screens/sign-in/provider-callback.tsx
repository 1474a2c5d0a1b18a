import { type ComponentProps, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLocation } from 'wouter'
import type { SignInProvider } from '#contract/providers.ts'
import { paths, settingsPath } from '../../app/paths.ts'
import { useDeployment } from '../../entities/use-deployment.tsx'
import { useFailureReason } from '../../features/session/use-failure-reason.ts'
import { storeGoogleUser } from '../../features/session/google-user.ts'
import { useProviderReturn } from '../../features/session/use-provider-return.ts'
import { PageTitle } from '../../ui/page-title.tsx'
import { FullPageSpinner } from '../../ui/spinner.tsx'
import { toast } from '../../ui/toast.tsx'
import { Invited } from './invited.tsx'

const providers = {
  oidc: { name: undefined, failed: undefined, afterFailure: paths.settings },
  google: { name: 'Google', failed: 'googleFailed', afterFailure: paths.home },
  github: { name: 'GitHub', failed: 'githubFailed', afterFailure: paths.settings },
} as const satisfies Record<SignInProvider, unknown>

/**
 * The page that sign-in providers redirect to (S2.07 to S2.18). Visitors see errors on the login page, members in a
 * toast.
 */
export default function ProviderCallbackScreen({ provider }: { provider: SignInProvider }) {
  const { name } = providers[provider]
  return name ? <ProviderCallback provider={provider} name={name} /> : <CompanyCallback provider={provider} />
}

/** Waits for the name that the operator has chosen for the company's provider, because every message contains it. */
function CompanyCallback({ provider }: { provider: SignInProvider }) {
  const { deployment, failed } = useDeployment()
  const t = useTranslations('session')
  const name = deployment?.oidc?.name ?? t('company')
  return deployment || failed ? <ProviderCallback provider={provider} name={name} /> : <Progress name={name} />
}

function ProviderCallback({ provider, name }: { provider: SignInProvider; name: string }) {
  const t = useTranslations('entrance.callback')
  const reasonOf = useFailureReason()
  const [, go] = useLocation()
  const session = useTranslations('session')
  const { failed, afterFailure } = providers[provider]
  const [offer, setOffer] = useState<ComponentProps<typeof Invited>['offer']>()

  const fail = (path: string, reason: string | undefined, member: boolean) => {
    const failure = failed ? t(failed) : session('login.providerFailed', { provider: name })
    toast.error(member && reason ? t('failedBecause', { failure, reason }) : failure)
    // The settings would redirect a visitor to the login, and after the sign-in back to the settings.
    go(member ? path : paths.login, { replace: true, state: member ? null : { reason } })
  }
  useProviderReturn(provider, (outcome, member) => {
    if (outcome.is === 'nothing')
      return fail(paths.settings, outcome.cancelled ? t('cancelled', { provider: name }) : undefined, member)
    if (outcome.is === 'failed') return fail(afterFailure, reasonOf(outcome.error), member)
    if (outcome.is === 'invited') return setOffer(outcome.offer)
    if (outcome.is === 'onboarding') {
      storeGoogleUser(outcome.user)
      return go(paths.googleOnboarding, { replace: true })
    }
    if (outcome.is === 'connected') {
      toast.success(t('connected', { provider: name }))
      return go(settingsPath('user-info'), { replace: true })
    }
    // The login page redirects a member to the page on which the session ended, otherwise to /.
    go(paths.login, { replace: true })
  })
  if (offer) return <Invited provider={provider} offer={offer} />
  return <Progress name={name} />
}

function Progress({ name }: { name: string }) {
  const t = useTranslations('entrance.callback')
  const signingIn = t('waiting', { provider: name })
  return (
    <>
      <PageTitle>{signingIn}</PageTitle>
      <FullPageSpinner label={<h1>{signingIn}</h1>} />
    </>
  )
}
