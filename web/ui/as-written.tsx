import { useTranslations } from 'use-intl'

/**
 * Shows a text with its Markdown marks, as it was typed.
 * @param isExplained whether to add a line that explains this
 */
export function AsWritten({ text, isExplained }: { text: string; isExplained?: boolean }) {
  const t = useTranslations('states')
  return (
    <>
      <p className="whitespace-pre-line">{text}</p>
      {isExplained && <p className="t-12 text-text-3">{t('asWritten')}</p>}
    </>
  )
}
