import { useLocale, useTranslations } from 'use-intl'
import { formatList } from '#contract/format-list.ts'

/** Returns a function that lists names, and counts the people whose names are left out. */
export function usePeopleList() {
  const person = useTranslations('common')
  const t = useTranslations('newcomersNote')
  const language = useLocale()
  return (names: readonly string[], total: number) => {
    const people = names.map((name) => person('person', { name }))
    const others = total - names.length
    return formatList(language, others > 0 ? [...people, t('others', { count: others })] : people)
  }
}
