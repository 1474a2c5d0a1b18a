import { type ReactNode, use, useMemo } from 'react'
import { IntlProvider, useLocale, useMessages } from 'use-intl'
import type { Language } from '#contract/languages.ts'

type Messages = ReturnType<typeof useMessages>

const texts = import.meta.glob<Messages>('../../../locales/*.json', { import: 'default', query: '?demo' })
const loaded = new Map<Language, Promise<Messages>>()

/** Adds the texts that the demo alone has, which nobody else loads. */
export function DemoTexts({ children }: { children: ReactNode }) {
  const language = useLocale()
  const known = useMessages()
  const loading = loaded.get(language) ?? texts[`../../../locales/${language}.json`]!()
  loaded.set(language, loading)
  const added = use(loading)
  const messages = useMemo(() => ({ ...known, ...added }), [known, added])
  return (
    <IntlProvider locale={language} messages={messages}>
      {children}
    </IntlProvider>
  )
}
