import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Card } from '../../ui/card.tsx'
import { textLink } from '../../ui/text-link.ts'
import { slackAppQuery } from './queries.ts'

/** Links administrators to the page that creates a Slack app, if this deployment has none. */
export function SlackAppCard() {
  const t = useTranslations('teamSettings.slack')
  const address = useQuery(slackAppQuery).data?.address
  if (!address) return
  return (
    <Card title="Slack">
      <p className="-mt-2 mb-3 t-14 text-pretty text-text-2">{t('noApp')}</p>
      <a href={address} target="_blank" rel="noopener noreferrer" className={`t-14 ${textLink}`}>
        {t('makeApp')}
      </a>
    </Card>
  )
}
