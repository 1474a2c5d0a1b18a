import { type ComponentProps, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { SignInProvider } from '#contract/providers.ts'
import { useWindowEvent } from '../../hooks/use-subscription.ts'
import type { FormFailure } from '../../ui/form-failure.tsx'
import { useProviderName } from './provider-buttons.tsx'
import { goToProvider } from './queries.ts'
import { useFailureReason } from './use-failure-reason.ts'

/**
 * Returns `choose`, which navigates to the provider again, with the id of the chosen invitation or `none`.
 * @param onFailure called with the reason for a failure, and with an empty object on a new attempt
 */
export function useChooseInvitation(
  provider: SignInProvider,
  onFailure: (refused: ComponentProps<typeof FormFailure>) => void,
) {
  const t = useTranslations('session')
  const name = useProviderName()(provider)
  const reasonOf = useFailureReason()
  const [chosen, setChosen] = useState<string>()
  // The browser's back button can restore this page as it was left, with the buttons still disabled.
  useWindowEvent('pageshow', () => setChosen(undefined))
  const choose = (invitation: string) => {
    setChosen(invitation)
    onFailure({})
    goToProvider(provider, { invitation }).catch((error: unknown) => {
      setChosen(undefined)
      const failure = t('login.providerFailed', { provider: name })
      onFailure({ failure, reason: reasonOf(error), cause: error })
    })
  }
  return { choose, chosen, leaving: t('leaving', { provider: name }) }
}
