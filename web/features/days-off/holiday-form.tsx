import { useTranslations } from 'use-intl'
import { type Holiday, HolidayDay, HolidayDraft } from '#contract/holidays.ts'
import { useFormKey, useStoredForm } from '../../api/use-stored-form.ts'
import { useCheck } from '../../hooks/use-check.ts'
import { onEscape } from '../../hooks/use-editing.ts'
import { Button } from '../../ui/button.tsx'
import { DraftNotes } from '../../ui/draft-notes.tsx'
import { FormButtons } from '../../ui/form-buttons.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useDiscard } from '../../ui/use-discard.ts'
import { changeOfHoliday } from './queries.ts'
import { useHolidays } from './use-holidays.ts'

/** @param others the existing holidays */
export function HolidayForm({
  holiday,
  others,
  onClose,
  onReopen,
}: {
  holiday: Holiday | undefined
  others: readonly Holiday[]
  /** @param date the day of the row that replaces the form; absent if there is no row */
  onClose: (date?: string) => void
  onReopen: () => void
}) {
  const t = useTranslations('teamCalendar')
  const actions = useTranslations('actions')
  const absences = useTranslations('absence')
  const check = useCheck()
  const { keep, remove } = useHolidays()
  const { words, busy, failure, props, field, draft } = useStoredForm({
    key: useFormKey(`holiday:${holiday?.date ?? 'new'}`),
    version: holiday ? `${holiday.date} ${holiday.name}` : null,
    start: { date: holiday?.date ?? '', name: holiday?.name ?? '' },
    check: (words) => {
      const sentences = {
        ...check(HolidayDay, { date: words.date }, { invalid_date: absences('noSuchDay') }),
        ...check(HolidayDraft, words),
      }
      const isDayTaken = words.date !== holiday?.date && others.some(({ date }) => date === words.date)
      return isDayTaken ? { ...sentences, date: t('dayTaken') } : sentences
    },
    send: ({ date, name }) => keep({ date, name: name.trim() }, holiday),
    // Moving a holiday takes two requests, so it cannot be queued.
    later: ({ date, name }) =>
      holiday && holiday.date !== date ? undefined : changeOfHoliday({ date, name: name.trim() }),
    onSent: () => onClose(words.date),
  })
  const close = () => onClose(holiday?.date)
  const cancel = useDiscard(draft, close, onReopen)
  return (
    <form
      {...props}
      aria-label={holiday ? t('editHoliday', { name: holiday.name }) : t('addHoliday')}
      onKeyDown={onEscape(() => busy || close())}
      className="my-1 grid grid-cols-2 items-start gap-2 rounded-2 bg-sunken p-3 forced-colors:border wide:grid-cols-[9.5rem_minmax(0,1fr)_auto]"
    >
      <DraftNotes draft={draft} />
      <TextField type="date" label={t('holidayDate')} {...field('date')} autoFocus={!holiday} />
      <TextField label={t('holidayName')} autoComplete="off" {...field('name')} autoFocus={holiday !== undefined} />
      <div className="flex flex-wrap gap-2 narrow:col-span-2 narrow:*:flex-1 wide:pt-6.5">
        {holiday && (
          <Button
            kind="ghost"
            disabled={busy}
            onClick={() => {
              onClose()
              void remove(holiday)
            }}
          >
            {t('deleteHoliday')}
          </Button>
        )}
        <FormButtons
          submit={actions('save')}
          kind="line"
          busy={busy ? actions('saving') : undefined}
          isHeld
          onCancel={cancel}
        />
      </div>
      <div className="col-span-full empty:hidden">
        <FormFailure failure={failure !== undefined && t('holidayFailed')} cause={failure} />
      </div>
    </form>
  )
}
