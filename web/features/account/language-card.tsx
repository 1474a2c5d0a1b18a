import { useLocale, useTranslations } from 'use-intl'
import { languageOptions } from '../../platform/language-names.ts'
import { changeLanguage } from '../../platform/language.ts'
import { useSettledChoice } from '../../hooks/use-settled-choice.ts'
import { Card } from '../../ui/card.tsx'
import { Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toast.tsx'
import { useSaveLanguage } from './queries.ts'

/** Selects the language of the interface. A choice is saved in the browser and on the server, and reloads the page. */
export function LanguageCard() {
  const t = useTranslations('settings.language')
  const save = useSaveLanguage()
  const choice = useSettledChoice(useLocale(), (language, undo) => {
    if (save.isPending) return
    save.mutate(language, {
      onSuccess: () => changeLanguage(language),
      onError: (error) => {
        undo()
        toast.error(t('failed'), error)
      },
    })
  })
  return (
    <Card title={t('title')}>
      <div className="max-w-80">
        <Select
          label={t('label')}
          hint={t('reloads')}
          disabled={save.isPending}
          options={languageOptions}
          {...choice}
        />
      </div>
    </Card>
  )
}
