import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { useLocale } from 'use-intl'

type Language = ReturnType<typeof useLocale>

/**
 * A screen that is loaded when it is shown, and at once there where it was loaded `ahead`. It says by itself that it is on its way:
 * where Suspense does, React shows nothing in its place for 300 ms, however soon it is there.
 */
export function screenByItself(load: (language: Language) => Promise<{ default: ComponentType }>) {
  const loaded = new Map<Language, ComponentType>()
  const ahead = async (language: Language) => {
    const { default: Screen } = await load(language)
    if (!loaded.has(language)) loaded.set(language, Screen)
  }
  /** @param waiting in its place until it is there */
  function Screen({ waiting }: { waiting: ReactNode }) {
    const language = useLocale()
    const [outcome, setOutcome] = useState<{ error?: unknown }>({})
    useEffect(() => {
      if (!loaded.has(language))
        ahead(language).then(
          () => setOutcome({}),
          (error: unknown) => setOutcome({ error }),
        )
    }, [language])
    if ('error' in outcome) throw outcome.error
    const Loaded = loaded.get(language)
    return Loaded ? <Loaded /> : waiting
  }
  return { Screen, ahead }
}
