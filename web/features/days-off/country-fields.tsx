import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { useLoad } from '../../ui/load.ts'
import { LoadNote } from '../../ui/loaded.tsx'
import { Select } from '../../ui/select.tsx'
import { likelyCountry, namedCountries } from './country-names.ts'
import { countriesQuery } from './queries.ts'

/** `country` is undefined until the countries are loaded. An empty `region` means the whole country. */
export type HolidayRegion = { country: string | undefined; region: string }

/** Returns the chosen country and region. Without a choice, returns the member's likely country. */
export function useHolidayRegion(chosen: HolidayRegion | undefined, timeZone: string): HolidayRegion {
  const { data } = useQuery(countriesQuery)
  const likely = useMemo(() => likelyCountry(data ?? [], timeZone), [data, timeZone])
  return chosen ?? { country: likely, region: '' }
}

export function CountryFields({
  place: { country, region },
  disabled,
  autoFocus = false,
  onPlace,
}: {
  place: HolidayRegion
  disabled: boolean
  autoFocus?: boolean
  onPlace: (place: HolidayRegion) => void
}) {
  const t = useTranslations('teamCalendar')
  const language = useLocale()
  const countries = useQuery(countriesQuery)
  const named = useMemo(() => namedCountries(countries.data ?? [], language), [countries.data, language])
  const regions = named.find((each) => each.country === country)?.regions ?? []
  return (
    <>
      <div className="wide:w-50">
        <Select
          label={t('country')}
          disabled={disabled}
          autoFocus={autoFocus}
          value={country ?? ''}
          options={named.map(({ country: value, name }) => ({ value, name }))}
          onChange={(value) => onPlace({ country: value, region: '' })}
        />
      </div>
      {regions.length > 0 && (
        <div className="wide:w-50">
          <Select
            label={t('region')}
            disabled={disabled}
            value={region}
            options={[
              { value: '', name: t('wholeCountry') },
              ...regions.map(({ code, name }) => ({ value: code, name })),
            ]}
            onChange={(value) => onPlace({ country, region: value })}
          />
        </div>
      )}
      <div className="empty:hidden narrow:col-span-2">
        <LoadNote load={useLoad(countries)} failed={t('countriesFailed')} />
      </div>
    </>
  )
}
