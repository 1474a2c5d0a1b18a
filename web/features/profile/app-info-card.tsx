import type { ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { formatMonth } from '../../lib/format-date.ts'
import { Card, Facts } from '../../ui/card.tsx'
import { appFacts } from './app-facts.ts'

/** @param licence makes the link to the terms of use around its words */
export function AppInfoCard({ licence }: { licence: (words: string) => ReactNode }) {
  const t = useTranslations('settings.appInfo')
  const language = useLocale()
  return (
    <Card title={t('title')}>
      <Facts
        facts={[
          { name: t('version'), value: appFacts.version },
          { name: t('lastUpdate'), value: formatMonth(language, appFacts.lastUpdate) },
          { name: t('licence'), value: licence(t('readLicence')) },
          { name: t('holidays'), value: appFacts.holidays },
          { name: t('team'), value: t('copyright', { year: appFacts.copyrightYear }) },
        ]}
      />
    </Card>
  )
}
