import { useTranslations } from 'use-intl'
import { useTitle } from '../lib/title.ts'

export default function MonthlyReportScreen() {
  const t = useTranslations('shell')
  useTitle(t('monthlyReport'))
  return (
    <div className="px-4 pt-6 pb-24 md:px-10 md:pt-8">
      <h1 className="d-26">{t('monthlyReport')}</h1>
    </div>
  )
}
