import type { ReactNode } from 'react'
import { IntlProvider } from 'use-intl'
import type { Language } from '#contract/languages.ts'
import { basePath } from '../platform/base-path.ts'
import { showLanguage, useCatalogue } from '../platform/catalogue.ts'
import { storeLanguage } from '../platform/language.ts'
import { LanguageSwitch } from '../platform/language-switch.ts'

async function change(language: Language) {
  await showLanguage(language)
  storeLanguage(language)
}

/** Provides the texts of the page. The language can change without a reload, so typed text stays (E1.02). */
export function Languages({ timeZone, children }: { timeZone?: string; children: ReactNode }) {
  const catalogue = useCatalogue()
  return (
    <LanguageSwitch value={change}>
      <link rel="manifest" href={`${basePath}/asakai.${catalogue.locale}.webmanifest`} />
      <IntlProvider {...catalogue} {...(timeZone && { timeZone })}>
        {children}
      </IntlProvider>
    </LanguageSwitch>
  )
}
