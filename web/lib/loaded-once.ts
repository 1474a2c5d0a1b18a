import type { Language } from '#contract/languages.ts'

/** The same promise each time for a language's file, unless it has failed. @param files by their path, as `import.meta.glob` names them */
export function loadedOnce<T>(files: Record<string, () => Promise<T>>) {
  const loaded = new Map<Language, Promise<T>>()
  return (language: Language): Promise<T> => {
    const earlier = loaded.get(language)
    if (earlier) return earlier
    const loading = files[`../../locales/${language}.json`]!()
    loaded.set(language, loading)
    loading.catch(() => loaded.delete(language))
    return loading
  }
}
