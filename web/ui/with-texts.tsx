import { type ReactNode, useMemo } from 'react'
import { IntlProvider, useLocale, useMessages } from 'use-intl'

export type Messages = ReturnType<typeof useMessages>

/** Adds texts to those that are known already. */
export function WithTexts({ added, children }: { added: Messages; children: ReactNode }) {
  const language = useLocale()
  const known = useMessages()
  const messages = useMemo(() => ({ ...known, ...added }), [known, added])
  return (
    <IntlProvider locale={language} messages={messages}>
      {children}
    </IntlProvider>
  )
}
