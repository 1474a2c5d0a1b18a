import { type ComponentType, lazy, type ReactNode, useMemo } from 'react'
import { IntlProvider, useLocale, useMessages } from 'use-intl'

export type Messages = ReturnType<typeof useMessages>
type Language = ReturnType<typeof useLocale>

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

/** Of a screen that nobody waits for until it is shown: it comes with its texts. */
export const loadWithTexts =
  <Props extends object>(
    load: () => Promise<{ default: ComponentType<Props> }>,
    loadTexts: (language: Language) => Promise<Messages>,
  ) =>
  async (language: Language) => {
    const [{ default: Screen }, texts] = await Promise.all([load(), loadTexts(language)])
    return {
      default: (props: Props) => (
        <WithTexts added={texts}>
          <Screen {...props} />
        </WithTexts>
      ),
    }
  }

/** As React's `lazy`, with texts. */
export function lazyWithTexts<Props extends object>(...files: Parameters<typeof loadWithTexts<Props>>) {
  const load = loadWithTexts(...files)
  const inLanguage = (language: Language) => lazy(() => load(language))
  const screens = new Map<Language, ReturnType<typeof inLanguage>>()
  return function InLanguage(props: Props) {
    const language = useLocale()
    const Screen = screens.get(language) ?? inLanguage(language)
    screens.set(language, Screen)
    return <Screen {...props} />
  }
}
