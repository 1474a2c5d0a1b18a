import { Globe } from 'lucide-react'
import { use } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Language } from '#contract/languages.ts'
import { languageOptions } from '../../platform/language-names.ts'
import { LanguageSwitch } from '../../platform/language-switch.ts'
import { useSettledChoice } from '../../hooks/use-settled-choice.ts'
import { toast } from '../../ui/toast.tsx'

/**
 * Selects the language on the screens before sign-in (E1.02). The choice is stored in this browser only. The page does
 * not reload, so text in a form stays.
 */
export function LanguageChoice() {
  const t = useTranslations('session')
  const change = use(LanguageSwitch)
  const choice = useSettledChoice<Language>(useLocale(), (language, undo) => {
    change(language).catch((error: unknown) => {
      undo()
      toast.error(t('unreachable'), error)
    })
  })
  return (
    <label className="mx-auto flex w-fit items-center gap-2 t-13 text-text-2">
      <Globe size={16} strokeWidth={1.75} aria-hidden />
      <span className="sr-only">{t('labels.language')}</span>
      <select
        {...choice}
        onChange={(event) => choice.onChange(event.target.value as Language)} // all options are languages
        className="field-sizing-content min-h-control cursor-pointer rounded-2 bg-surface px-1 max-md:text-[16px]"
      >
        {languageOptions.map(({ value, name, lang }) => (
          <option key={value} value={value} lang={lang}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
