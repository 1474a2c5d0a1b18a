import { useLocale, useTranslations } from 'use-intl'
import { formatList } from '#contract/format-list.ts'
import { Options } from './options.tsx'
import type { Names } from './use-names.ts'

export function NameList({ names: { combobox } }: { names: Names }) {
  const t = useTranslations('answers')
  return (
    combobox.active && (
      <Options
        label={t('members')}
        combobox={combobox}
        className="absolute top-full z-10 mt-1 max-h-64 w-63 overflow-y-auto rounded-3 border border-rule bg-surface p-1 shadow-float"
      />
    )
  )
}

/** Warns about words after an "@" that are not the name of a member, before the text is sent. */
export function UnknownNames({ names: { unknown } }: { names: Names }) {
  const t = useTranslations('answers')
  const language = useLocale()
  return (
    <p role="status" className="t-12 text-text-2 empty:hidden">
      {unknown.length > 0 && t('unknownNames', { names: formatList(language, [...unknown]) })}
    </p>
  )
}
