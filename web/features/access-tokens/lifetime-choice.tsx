import { useTranslations } from 'use-intl'
import { RadioGroup } from '../../ui/radio-group.tsx'

const lifetimes = ['30', '90', '365'] as const // days
export type Lifetime = (typeof lifetimes)[number]

/** Radio buttons for the number of days for which a program or token has access. */
export function LifetimeChoice(field: { value: Lifetime; readOnly?: boolean; onChange: (life: Lifetime) => void }) {
  const t = useTranslations('tokens')
  return (
    <RadioGroup legend={t('expiry')} look="segments" values={lifetimes} {...field}>
      {(days) => (days === '365' ? t('year') : t('days', { count: Number(days) }))}
    </RadioGroup>
  )
}
