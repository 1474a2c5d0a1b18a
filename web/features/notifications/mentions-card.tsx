import { useTranslations } from 'use-intl'
import { mentionPlaces, type Settings } from '#contract/users.ts'
import { Card } from '../../ui/card.tsx'
import { Select } from '../../ui/select.tsx'

/** Where the member is told of the comments that are for them (N5.02). */
export function MentionsCard({
  place,
  onChange,
}: {
  place: Settings['mentions']
  onChange: (place: Settings['mentions']) => void
}) {
  const t = useTranslations('notifications.mentions')
  return (
    <Card title={t('title')}>
      <p className="mb-4 t-14 text-pretty text-text-2">{t('about')}</p>
      <div className="max-w-80">
        <Select
          label={t('place')}
          value={place}
          options={mentionPlaces.map((value) => ({ value, name: t(`places.${value}`) }))}
          onChange={onChange}
        />
      </div>
    </Card>
  )
}
