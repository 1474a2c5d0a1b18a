import { type ComponentProps, type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { SignInProvider } from '#contract/providers.ts'
import { Button } from '../../ui/button.tsx'
import { CompanyMark, GitHubMark, GoogleMark } from '../../brand/brand-icons.tsx'
import { useWindowEvent } from '../../hooks/use-subscription.ts'
import type { FormFailure } from '../../ui/form-failure.tsx'
import { toast } from '../../ui/toast.tsx'
import { useDeployment } from '../../entities/use-deployment.tsx'
import { useFailureReason } from './use-failure-reason.ts'
import { goToProvider } from './queries.ts'

const providers = {
  oidc: { name: undefined, Mark: CompanyMark },
  google: { name: 'Google', Mark: GoogleMark },
  github: { name: 'GitHub', Mark: GitHubMark },
} satisfies Record<SignInProvider, unknown>
export const signInProviders = Object.keys(providers) as SignInProvider[]

/** Returns a function that names a provider. The operator chooses the name of the company's own provider. */
export function useProviderName() {
  const company = useTranslations('session')('company')
  const { deployment } = useDeployment()
  return (way: SignInProvider) => providers[way].name ?? deployment?.oidc?.name ?? company
}

type Ways = {
  providers: readonly SignInProvider[]
  label: (name: string) => string
}

/**
 * Shows buttons for the providers that the operator has configured, and `children` below them. Until the configuration
 * is loaded, the buttons are invisible, so that the layout does not shift. Hidden if the request fails.
 */
export function ProviderButtons({
  providers: ways,
  children,
  ...rest
}: Ways & Omit<ComponentProps<typeof ProviderButton>, 'provider' | 'kind' | 'disabled'> & { children: ReactNode }) {
  const { deployment, failed } = useDeployment()
  const only = deployment?.oidc?.only
  const offered = deployment
    ? ways.filter((way) => deployment.providers.includes(way) && (!only || way === 'oidc'))
    : ways
  const isKnown = deployment !== undefined
  if (offered.length === 0 || failed) return
  return (
    <div className={`flex flex-col gap-4 ${isKnown ? '' : 'invisible'}`}>
      <div className="flex flex-col gap-3">
        {offered.map((way) => (
          <ProviderButton key={way} provider={way} kind={only ? 'primary' : 'line'} disabled={!isKnown} {...rest} />
        ))}
      </div>
      {!only && children}
    </div>
  )
}

/**
 * @param onFailure called with the reason for a failure, and with an empty object on a new attempt
 * @param onLeave called before the page is left
 * @param invitation the token of the invitation that the sign-in accepts
 */
function ProviderButton({
  provider,
  kind,
  disabled,
  label,
  failure,
  onFailure,
  onLeave,
  invitation,
}: {
  provider: SignInProvider
  kind: 'primary' | 'line'
  disabled: boolean
  label: (name: string) => string
  failure: (name: string) => string
  onFailure: (refused: ComponentProps<typeof FormFailure>) => void
  onLeave?: () => void
  invitation?: string
}) {
  const t = useTranslations('session')
  const reasonOf = useFailureReason()
  const [leaving, setLeaving] = useState(false)
  const { Mark } = providers[provider]
  const name = useProviderName()(provider)

  // The browser's back button can restore this page as it was left, with the buttons still disabled.
  useWindowEvent('pageshow', () => setLeaving(false))

  const leave = () => {
    setLeaving(true)
    onFailure({})
    onLeave?.()
    goToProvider(provider, invitation === undefined ? {} : { invitation }).catch((error: unknown) => {
      setLeaving(false)
      onFailure({ failure: failure(name), reason: reasonOf(error), cause: error })
    })
  }

  return (
    <Button
      kind={kind}
      wide
      disabled={disabled}
      busy={leaving ? t('leaving', { provider: name }) : undefined}
      onClick={leave}
    >
      {!disabled && <Mark />}
      {label(name)}
    </Button>
  )
}

/**
 * Names the providers that the operator has not configured, in one line below the form. A press explains why they are
 * missing (D1.09). Before the first account, the explanation addresses the operator.
 */
export function NotSetUp({ providers: ways, label }: Ways) {
  const t = useTranslations('session')
  const { deployment } = useDeployment()
  const nameOf = useProviderName()
  const missing = deployment ? ways.filter((way) => way !== 'oidc' && !deployment.providers.includes(way)) : []
  if (missing.length === 0) return
  return (
    <p className="flex flex-wrap items-center justify-center gap-x-4 border-t border-rule pt-4 t-12 text-text-3">
      {t('waysNotSetUp')}
      {missing.map((way) => {
        const name = nameOf(way)
        return (
          <button
            key={way}
            type="button"
            aria-label={label(name)}
            onClick={() =>
              toast.info(t(deployment?.has_accounts === false ? 'notSetUpYet' : 'notSetUp', { provider: name }))
            }
            className="min-h-control cursor-pointer pointer-coarse:min-w-11 rounded-1 hover:text-text-2"
          >
            {name}
          </button>
        )
      })}
    </p>
  )
}

/** Shows 「またはメールアドレスで」 between two lines. */
export function OrDivider() {
  const t = useTranslations('session.labels')
  return (
    <div className="flex items-center gap-3 t-12 text-text-3">
      <span className="h-px flex-1 bg-rule" />
      {t('or')}
      <span className="h-px flex-1 bg-rule" />
    </div>
  )
}
