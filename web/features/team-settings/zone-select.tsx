import { type ReactNode, useDeferredValue } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { zoneIn, zonesIn } from '../../lib/zones.ts'
import { Select } from '../../ui/select.tsx'

/**
 * A time zone, by what people call it, a city and how far it is from UTC.
 * @param none what '' is called, where none may be chosen
 */
export function ZoneSelect({
  hint,
  none,
  disabled,
  value,
  onChange,
}: {
  hint?: ReactNode
  none?: string
  disabled: boolean
  value: string
  onChange: (zone: string) => void
}) {
  const t = useTranslations('teamSettings')
  const language = useLocale()
  // The names of all take the browser a moment, for which nothing waits.
  const areNamed = useDeferredValue(true, false)
  const all = areNamed ? zonesIn(language) : []
  // A browser may call it otherwise, or not know it as one to choose.
  const zones = value === '' || all.some(({ id }) => id === value) ? all : [zoneIn(language, value), ...all]
  const options = zones.map(({ id, ...zone }) => ({ value: id, name: id === 'UTC' ? id : t('zone', zone) }))
  return (
    <Select
      label={t('timeZone')}
      hint={hint}
      disabled={disabled}
      value={value}
      options={none === undefined ? options : [{ value: '', name: none }, ...options]}
      onChange={onChange}
    />
  )
}
