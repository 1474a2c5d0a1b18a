import { type ReactNode, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ListedHoliday } from '#contract/holidays.ts'
import type { CalendarDate } from '../../dates/dates.ts'
import { useOnline } from '../../platform/online.ts'
import { OfflineReason } from '../../ui/offline-reason.tsx'
import { CollapsibleList } from '../../ui/collapsible-list.tsx'
import { textLink } from '../../ui/text-link.ts'
import { HolidayForm } from './holiday-form.tsx'
import { HolidayRow } from './holiday-row.tsx'

const isNew = Symbol('a holiday that is added')

type Open = CalendarDate | typeof isNew | undefined

/**
 * Lists the team's holidays from today on. Past holidays of this year are collapsed. Administrators edit them in place.
 */
export function HolidayList({
  holidays,
  today,
  isAdmin,
  children,
}: {
  /** Undefined while loading. */
  holidays: readonly ListedHoliday[] | undefined
  today: CalendarDate
  isAdmin: boolean
  children?: ReactNode
}) {
  const t = useTranslations('teamCalendar')
  const online = useOnline()
  const place = useRef<HTMLElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState<Open>()
  const [left, setLeft] = useState<CalendarDate>()
  const close = (date?: CalendarDate) => {
    setOpen(undefined)
    setLeft(date)
    // The focused element was removed with the form. If a row replaces the form, its button takes the focus later.
    if (open === isNew && date === undefined) addButton.current?.focus()
    else place.current?.focus()
  }
  const all = holidays ?? []
  const rows = (shown: readonly ListedHoliday[]) =>
    shown.map((holiday) => (
      <li key={holiday.date} className="border-b border-rule">
        {open === holiday.date ? (
          <HolidayForm holiday={holiday} others={all} onClose={close} onReopen={() => setOpen(holiday.date)} />
        ) : (
          <HolidayRow
            holiday={holiday}
            today={today}
            disabled={!online}
            isLeft={left === holiday.date}
            onEdit={isAdmin ? () => setOpen(holiday.date) : undefined}
          />
        )}
      </li>
    ))
  const past = all.filter(({ date }) => date < today)
  const coming = all.filter(({ date }) => date >= today)
  return (
    <section ref={place} tabIndex={-1} aria-label={t('holidays')} className="outline-none">
      <header className="flex min-h-13 items-center justify-between gap-3 border-b border-rule">
        <h2 className="t-17b">{t('holidays')}</h2>
        {isAdmin && holidays && (
          <button
            ref={addButton}
            type="button"
            disabled={!online}
            className={`cursor-pointer t-13 disabled:text-text-disabled disabled:no-underline ${textLink}`}
            onClick={() => setOpen(isNew)}
          >
            {t('addHoliday')}
          </button>
        )}
      </header>
      {isAdmin && <OfflineReason />}
      {children}
      {open === isNew && (
        <HolidayForm holiday={undefined} others={all} onClose={close} onReopen={() => setOpen(isNew)} />
      )}
      {past.length > 0 && (
        <CollapsibleList name={t('pastHolidays')} count={past.length} heading="h3">
          {rows(past)}
        </CollapsibleList>
      )}
      {coming.length > 0 && <ul aria-label={t('holidays')}>{rows(coming)}</ul>}
      {holidays?.length === 0 && <p className="py-3 t-14 text-text-2">{t('noHolidays')}</p>}
    </section>
  )
}
