import type { ReactNode } from 'react'
import { IntlProvider } from 'use-intl'
import type { Language } from '#contract/languages.ts'
import { basePath } from '../lib/base-path.ts'
import { showLanguage, useCatalogue } from '../lib/catalogue.ts'
import { storeLanguage } from '../lib/language.ts'
import { LanguageSwitch } from '../lib/language-switch.ts'

async function change(language: Language) {
  await showLanguage(language)
  storeLanguage(language)
  linkManifest(language)
}

/** Shows the page in a language, which can change without a reload: typed text stays (E1.02). */
export function Languages({ timeZone, children }: { timeZone?: string; children: ReactNode }) {
  const catalogue = useCatalogue()
  return (
    <LanguageSwitch value={change}>
      <IntlProvider {...catalogue} {...(timeZone && { timeZone })}>
        {children}
      </IntlProvider>
    </LanguageSwitch>
  )
}

/** Links the manifest in a language. */
export function linkManifest(language: Language) {
  const manifest = document.querySelector<HTMLLinkElement>('link[rel=manifest]') ?? document.createElement('link')
  manifest.rel = 'manifest'
  manifest.href = `${basePath}/asakai.${language}.webmanifest`
  document.head.append(manifest)
}
