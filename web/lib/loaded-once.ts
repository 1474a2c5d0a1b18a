import type { Language } from '#contract/languages.ts'

/** The same promise each time for a language's file, unless it has failed. @param files by their path, as `import.meta.glob` names them */
export function loadedOnce<T>(files: Record<string, () => Promise<T>>) {
  const loaded = new Map<Language, Promise<T>>()
  return (language: Language): Promise<T> => {
    const earlier = loaded.get(language)
    if (earlier) return earlier
    const loading = files[`../../locales/${language}.json`]!()
    loaded.set(language, loading)
    loading.then(
      // So `use` of React reads it without suspending: what suspends after something else did waits 300 ms for its turn.
      (value) => Object.assign(loading, { status: 'fulfilled', value }),
      () => loaded.delete(language),
    )
    return loading
  }
}
