import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { refusalOf } from '../../api/errors.ts'
import { formatYear } from '../../lib/format-date.ts'
import { Button } from '../../ui/button.tsx'
import { FileInput } from '../../ui/file-input.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { useLoad } from '../../ui/load.ts'
import { LoadNote } from '../../ui/loaded.tsx'
import { Select } from '../../ui/select.tsx'
import { textLink } from '../../ui/text-link.ts'
import { toast } from '../../ui/toast.tsx'
import { likelyCountry, namedCountries } from './country-names.ts'
import { countriesQuery, importHolidays, importPreviewQuery, type ImportSource } from './queries.ts'

/** Where the government announces from year to year which days are worked instead. */
const mayMove = new Set(['CN', 'TW'])

/** Takes over the holidays of a country's year or of a file, after saying how many they are (design: team calendar). */
export function ImportForm({
  id,
  timeZone,
  thisYear,
  onClose,
}: {
  id: string
  /** The member's. */
  timeZone: string
  thisYear: number
  onClose: () => void
}) {
  const t = useTranslations('teamCalendar')
  const actions = useTranslations('actions')
  const language = useLocale()
  const queries = useQueryClient()
  const countries = useQuery(countriesQuery)
  const named = useMemo(() => namedCountries(countries.data ?? [], language), [countries.data, language])
  const likely = useMemo(() => likelyCountry(countries.data ?? [], timeZone), [countries.data, timeZone])
  const [chosen, setChosen] = useState<{ country?: string | undefined; region?: string; year?: string }>({})
  const [file, setFile] = useState<{ name: string; text: string }>()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const picker = useRef<HTMLInputElement>(null)

  const { country = likely, region = '', year = String(thisYear) } = chosen
  const regions = named.find((each) => each.country === country)?.regions ?? []
  const ofYear = country && { country, year: Number(year), ...(region && { region }) }
  const source: ImportSource | undefined = file?.text ?? (ofYear || undefined)
  const preview = useQuery(importPreviewQuery(source))
  const refused = failure ?? preview.error ?? undefined
  const choose = (part: typeof chosen) => {
    setFile(undefined)
    setFailure(undefined)
    setChosen({ country, year, region, ...part })
  }
  const send = async () => {
    if (source === undefined) return
    setBusy(true)
    try {
      const { added } = await importHolidays(source)
      toast.success(t('imported', { count: added }))
      onClose()
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
      void queries.invalidateQueries({ queryKey: ['calendar'] })
    }
  }

  return (
    <form
      id={id}
      aria-label={t('importHolidays')}
      aria-busy={busy}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
      onKeyDown={(event) => event.key === 'Escape' && !busy && onClose()}
      className="mb-5 grid grid-cols-2 items-end gap-3 rounded-2 bg-sunken p-4 forced-colors:border md:p-5 wide:flex wide:flex-wrap"
    >
      <div className="wide:w-50">
        <Select
          label={t('country')}
          disabled={busy}
          autoFocus
          value={country ?? ''}
          options={named.map(({ country: value, name }) => ({ value, name }))}
          onChange={(value) => choose({ country: value, region: '' })}
        />
      </div>
      {regions.length > 0 && (
        <div className="wide:w-50">
          <Select
            label={t('region')}
            disabled={busy}
            value={region}
            options={[
              { value: '', name: t('wholeCountry') },
              ...regions.map(({ code, name }) => ({ value: code, name })),
            ]}
            onChange={(value) => choose({ region: value })}
          />
        </div>
      )}
      <div className="wide:w-35">
        <Select
          label={t('year')}
          disabled={busy}
          value={year}
          options={[thisYear, thisYear + 1].map((value) => ({
            value: String(value),
            name: formatYear(language, `${value}-01-01`),
          }))}
          onChange={(value) => choose({ year: value })}
        />
      </div>
      <p role="status" className="min-w-0 flex-1 basis-60 py-1.5 t-13 wrap-break-word text-text-2 narrow:col-span-2">
        {file && `${file.name}: `}
        {preview.data && !refused && t('importCount', { count: preview.data.added + preview.data.kept })}
        {!file && country && mayMove.has(country) && ` ${t('mayMove')}`}
      </p>
      <div className="flex gap-2 narrow:col-span-2 narrow:*:flex-1">
        <Button kind="ghost" disabled={busy} onClick={onClose}>
          {actions('cancel')}
        </Button>
        <Button
          kind="primary"
          type="submit"
          disabled={!preview.data || refused !== undefined}
          busy={busy ? t('importing') : undefined}
        >
          {t('importNow')}
        </Button>
      </div>
      <div className="t-13 narrow:col-span-2 wide:basis-full">
        <button
          type="button"
          disabled={busy}
          className={`cursor-pointer ${textLink}`}
          onClick={() => picker.current?.click()}
        >
          {t('chooseFile')}
        </button>
        <FileInput
          ref={picker}
          label={t('chooseFile')}
          accept=".ics,text/calendar"
          onFile={(given) => {
            setFailure(undefined)
            void given.text().then((text) => setFile({ name: given.name, text }), setFailure)
          }}
        />
      </div>
      <div className="empty:hidden narrow:col-span-2 wide:basis-full">
        <FormFailure {...refusalOf(refused, t('importFailed'))} />
        <LoadNote load={useLoad(countries)} failed={t('countriesFailed')} />
      </div>
    </form>
  )
}
