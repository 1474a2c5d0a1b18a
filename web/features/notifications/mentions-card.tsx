import { useTranslations } from 'use-intl'
import { mentionPlaces, type Settings } from '#contract/users.ts'
import type { Chosen } from '../../lib/chosen.ts'
import { ChoiceCard } from '../../ui/choice-card.tsx'

/** Where the member is told of the comments that are for them (N5.02). */
export function MentionsCard(chosen: Chosen<Settings['mentions']>) {
  const t = useTranslations('notifications.mentions')
  const options = mentionPlaces.map((value) => ({ value, name: t(`places.${value}`) }))
  return <ChoiceCard title={t('title')} about={t('about')} label={t('place')} options={options} {...chosen} />
}
