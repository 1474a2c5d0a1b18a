import { useLocale, useTranslations } from 'use-intl'
import type { Deployment } from '#contract/deployment.ts'
import { formatList } from '#contract/format-list.ts'
import { providers } from '#contract/providers.ts'

type Known = Pick<Deployment, 'sign_up' | 'sign_up_form' | 'oidc' | 'providers'>

/**
 * Returns the services with which people can join without an invitation. Undefined if they can use the sign-up form.
 */
function servicesOf({ sign_up_form, oidc, providers: offered }: Known): string[] | undefined {
  const company = oidc ? [oidc.name] : []
  if (oidc?.only) return company
  if (sign_up_form !== 'unavailable') return undefined
  return [
    ...company,
    ...(['google', 'github'] as const).filter((id) => offered.includes(id)).map((id) => providers[id].name),
  ]
}

/**
 * Explains how people may join the team now (E1.18).
 * @param domains the email domains that the sign-up accepts; empty means all
 */
export function WhoMayJoin({ deployment, domains }: { deployment: Known | undefined; domains: readonly string[] }) {
  const t = useTranslations('whoMayJoin')
  const language = useLocale()
  if (!deployment) return null
  const services = servicesOf(deployment)
  const isOpen = deployment.sign_up === 'join' && services?.length !== 0
  const values = { domains: formatList(language, [...domains]), services: formatList(language, services ?? []) }
  const through = services ? 'through' : 'signUp'
  return (
    <p className="t-14 text-pretty text-text-2">
      {isOpen ? t(domains.length > 0 ? `${through}Domains` : through, values) : t('invited')}
    </p>
  )
}
