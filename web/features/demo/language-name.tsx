import type { Language } from '#contract/languages.ts'

/** Shows the name of a language in that language. */
export const LanguageName = ({ language }: { language: Language }) => (
  <span lang={language} className="shrink-0 t-12 text-text-3">
    {new Intl.DisplayNames([language], { type: 'language' }).of(language)}
  </span>
)
