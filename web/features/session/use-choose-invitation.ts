import { type ComponentProps, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { SignInProvider } from '#contract/providers.ts'
import { useWindowEvent } from '../../lib/use-subscription.ts'
import type { FormFailure } from '../../ui/form-failure.tsx'
import { useProviderName } from './provider-buttons.tsx'
import { goToProvider } from './queries.ts'
import { useReason } from './use-reason.ts'

/**
 * Leads to the provider once more, with the invitation that the person has chosen, or `none`.
 * @param onFailure told why the way there is closed, and nothing when it is tried again
 */
export function useChooseInvitation(
  provider: SignInProvider,
  onFailure: (refused: ComponentProps<typeof FormFailure>) => void,
) {
  const t = useTranslations('session')
  const name = useProviderName()(provider)
  const reasonOf = useReason()
  const [chosen, setChosen] = useState<string>()
  // The browser's way back may show this page as it was left.
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
