import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Card, Facts } from '../../ui/card.tsx'
import { appFacts } from './app-facts.ts'

/** @param licence renders a link to the terms of use around its text */
export function AppInfoCard({ licence }: { licence: (words: string) => ReactNode }) {
  const t = useTranslations('settings.appInfo')
  return (
    <Card title={t('title')}>
      <Facts
        facts={[
          { name: t('version'), value: appFacts.version },
          { name: t('licence'), value: licence(t('readLicence')) },
          { name: t('holidays'), value: appFacts.holidays },
        ]}
      />
    </Card>
  )
}
