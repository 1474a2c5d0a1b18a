import { useTranslations } from 'use-intl'
import { RadioGroup } from '../../ui/radio-group.tsx'

const lifetimes = ['30', '90', '365'] as const // days
export type Life = (typeof lifetimes)[number]

/** The choice of how long a program has access. */
export function LifeChoice(field: { value: Life; readOnly?: boolean; onChange: (life: Life) => void }) {
  const t = useTranslations('tokens')
  return (
    <RadioGroup legend={t('expiry')} look="segments" values={lifetimes} {...field}>
      {(days) => (days === '365' ? t('year') : t('days', { count: Number(days) }))}
    </RadioGroup>
  )
}
