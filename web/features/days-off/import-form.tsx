import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { countriesThatMoveDays } from '#contract/holidays.ts'
import { refusalOf } from '../../api/errors.ts'
import type { CalendarDate } from '../../dates/dates.ts'
import { formatYear } from '../../dates/format-date.ts'
import { onEscape } from '../../hooks/use-editing.ts'
import { Button } from '../../ui/button.tsx'
import { FileInput } from '../../ui/file-input.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { Note } from '../../ui/note.tsx'
import { Select } from '../../ui/select.tsx'
import { textLink } from '../../ui/text-link.ts'
import { toast } from '../../ui/toast.tsx'
import { CountryFields, type HolidayRegion, useHolidayRegion } from './country-fields.tsx'
import { addableDays, ImportDays } from './import-days.tsx'
import { importHolidays, importPreviewQuery, type ImportSource } from './queries.ts'

/** Imports holidays of a country or from a file. The member first selects the days (design: team calendar). */
export function ImportForm({
  id,
  timeZone,
  today,
  onClose,
}: {
  id: string
  /** The member's time zone. */
  timeZone: string
  today: CalendarDate
  onClose: () => void
}) {
  const t = useTranslations('teamCalendar')
  const actions = useTranslations('actions')
  const language = useLocale()
  const queries = useQueryClient()
  const thisYear = Number(today.slice(0, 4))
  const [chosen, setChosen] = useState<HolidayRegion>()
  // From October on, offers the next year, because most holidays of this year are over.
  const [year, setYear] = useState(String(thisYear + Number(today.slice(5) >= '10')))
  const [file, setFile] = useState<File>()
  const [ticks, setTicks] = useState<ReadonlySet<string>>()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const picker = useRef<HTMLInputElement>(null)

  const place = useHolidayRegion(chosen, timeZone)
  const { country, region } = place
  const ofYear = country && { country, year: Number(year), ...(region && { region }) }
  const source: ImportSource | undefined = file ?? (ofYear || undefined)
  const preview = useQuery(importPreviewQuery(source))
  const refused = failure ?? preview.error ?? undefined
  // A failed import keeps the list of days, so that a retry can send them again.
  const days = (!preview.error && preview.data?.days) || []
  const ticked = ticks ?? new Set(addableDays(days).flatMap(({ date, is_proposed }) => (is_proposed ? date : [])))
  const unread = preview.data?.unread_lines ?? 0
  const turnTo = (next: File | undefined) => {
    setFile(next)
    setTicks(undefined)
    setFailure(undefined)
  }
  const send = async () => {
    if (ticked.size === 0) return
    setBusy(true)
    try {
      const { added } = await importHolidays(days.flatMap(({ date, name }) => (ticked.has(date) ? { date, name } : [])))
      toast.success(t('imported', { count: added }))
      onClose()
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
      void queries.invalidateQueries({
        predicate: ({ queryKey: [part] }) => part === 'calendar' || part === 'holiday-import',
      })
    }
  }

  return (
    <form
      id={id}
      aria-label={t('importHolidays')}
      aria-busy={busy || preview.isFetching}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
      onKeyDown={onEscape(() => busy || onClose())}
      className="mb-5 grid grid-cols-2 items-end gap-3 rounded-2 bg-sunken p-4 forced-colors:border md:p-5 wide:flex wide:flex-wrap"
    >
      <CountryFields
        place={place}
        disabled={busy}
        autoFocus
        onPlace={(next) => {
          setChosen(next)
          turnTo(undefined)
        }}
      />
      <div className="wide:w-35">
        <Select
          label={t('year')}
          disabled={busy}
          value={year}
          options={[thisYear, thisYear + 1].map((value) => ({
            value: String(value),
            name: formatYear(language, `${value}-01-01`),
          }))}
          onChange={(value) => {
            setYear(value)
            turnTo(undefined)
          }}
        />
      </div>
      <ChooseFile picker={picker} file={file} disabled={busy} onFile={turnTo} />
      <div className="grid gap-2 empty:hidden narrow:col-span-2 wide:basis-full">
        {preview.isLoading && (
          <p role="status" className="t-13 text-text-3">
            {t('readingDays')}
          </p>
        )}
        {!file && country && countriesThatMoveDays.includes(country) && <Note>{t('mayMove')}</Note>}
        {file && unread > 0 && <Note>{t('unreadLines', { count: unread })}</Note>}
        {preview.data && refused === undefined && days.length === 0 && <Note>{t('noDays')}</Note>}
        <FormFailure {...refusalOf(refused, t('importFailed'))} />
      </div>
      {days.length > 0 && <ImportDays days={days} ticked={ticked} disabled={busy} onTick={setTicks} />}
      <div className="flex gap-2 narrow:col-span-2 narrow:*:flex-1 wide:ml-auto">
        <Button kind="ghost" disabled={busy} onClick={onClose}>
          {actions('cancel')}
        </Button>
        <Button kind="primary" type="submit" disabled={ticked.size === 0} busy={busy ? t('importing') : undefined}>
          {t('importNow')}
        </Button>
      </div>
    </form>
  )
}

function ChooseFile({
  picker,
  file,
  disabled,
  onFile,
}: {
  picker: RefObject<HTMLInputElement | null>
  file: File | undefined
  disabled: boolean
  onFile: (file: File) => void
}) {
  const t = useTranslations('teamCalendar')
  return (
    <p className="min-w-0 flex-1 py-2.5 t-13 wrap-break-word narrow:col-span-2">
      <button
        type="button"
        disabled={disabled}
        className={`cursor-pointer ${textLink}`}
        onClick={() => picker.current?.click()}
      >
        {t('chooseFile')}
      </button>
      {file && <span className="ml-2 text-text-2">{file.name}</span>}
      <FileInput ref={picker} label={t('chooseFile')} accept=".ics,text/calendar" onFile={onFile} />
    </p>
  )
}
