import { type ReactNode, use, useMemo } from 'react'
import { IntlProvider, useLocale, useMessages } from 'use-intl'

export type Messages = ReturnType<typeof useMessages>
type Load = () => Promise<Messages>

const loaded = new Map<Load, Promise<Messages>>()

/** Adds texts that few need, which nobody else loads. @param load the same function each time */
export function AddedTexts({ load, children }: { load: Load; children: ReactNode }) {
  const language = useLocale()
  const known = useMessages()
  const loading = loaded.get(load) ?? load()
  loaded.set(load, loading)
  const added = use(loading)
  const messages = useMemo(() => ({ ...known, ...added }), [known, added])
  return (
    <IntlProvider locale={language} messages={messages}>
      {children}
    </IntlProvider>
  )
}
