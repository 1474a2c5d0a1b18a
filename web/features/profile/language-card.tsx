import { type KeyboardEvent, useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Language } from '#contract/languages.ts'
import { languageOptions } from '../../lib/language-names.ts'
import { changeLanguage } from '../../lib/language.ts'
import { Card } from '../../ui/card.tsx'
import { Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toast.tsx'
import { useSaveLanguage } from './queries.ts'

/** The language of the interface. Choosing one saves it, here and on the server, and reloads the page. */
export function LanguageCard() {
  const t = useTranslations('settings.language')
  const current = useLocale()
  const save = useSaveLanguage()
  const [chosen, setChosen] = useState(current)
  const passing = useRef(false)

  const apply = (language: Language) => {
    passing.current = false
    if (language === current || save.isPending) return
    save.mutate(language, {
      onSuccess: () => changeLanguage(language),
      onError: (error) => {
        setChosen(current)
        toast.error(t('failed'), error)
      },
    })
  }

  // A closed select changes with every arrow key and letter: these pass by, and Enter or leaving the field decides.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && chosen !== current) {
      event.preventDefault()
      apply(chosen)
    } else passing.current = event.key.length === 1 ? event.key !== ' ' : event.key !== 'Enter'
  }

  return (
    <Card title={t('title')}>
      <div className="max-w-80">
        <Select
          label={t('label')}
          hint={t('reloads')}
          value={chosen}
          disabled={save.isPending}
          onPointerDown={() => (passing.current = false)}
          onKeyDown={onKeyDown}
          onBlur={() => passing.current && apply(chosen)}
          options={languageOptions}
          onChange={(language) => {
            setChosen(language)
            if (!passing.current) apply(language)
          }}
        />
      </div>
    </Card>
  )
}
