import { useTranslations } from 'use-intl'

/**
 * Shows words without their formatting.
 * @param told whether a line explains that
 */
export function AsWritten({ text, told }: { text: string; told?: boolean }) {
  const t = useTranslations('states')
  return (
    <>
      <p className="whitespace-pre-line">{text}</p>
      {told && <p className="t-12 text-text-3">{t('asWritten')}</p>}
    </>
  )
}
