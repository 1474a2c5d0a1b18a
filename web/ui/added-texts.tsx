import { type ReactNode, use, useMemo } from 'react'
import { IntlProvider, useLocale, useMessages } from 'use-intl'

export type Messages = ReturnType<typeof useMessages>
type Load = () => Promise<Messages>

const loaded = new Map<Load, Promise<Messages | undefined>>()

/** Adds texts that few need, which nobody else loads; what needs them is left out where they cannot be read. @param load the same function each time */
export function AddedTexts({ load, children }: { load: Load; children: ReactNode }) {
  const language = useLocale()
  const known = useMessages()
  const loading = loaded.get(load) ?? loadOrLog(load)
  loaded.set(load, loading)
  const added = use(loading)
  const messages = useMemo(() => ({ ...known, ...added }), [known, added])
  if (!added) return null
  return (
    <IntlProvider locale={language} messages={messages}>
      {children}
    </IntlProvider>
  )
}

const loadOrLog = (load: Load) =>
  load().catch((error: unknown) => {
    console.info('Texts could not be read', error)
    return undefined
  })
