import { useTranslations } from 'use-intl'
import { Holiday } from '#contract/holidays.ts'
import { useForm } from '../../api/use-form.ts'
import { useCheck } from '../../lib/use-check.ts'
import { Button } from '../../ui/button.tsx'
import { FormButtons } from '../../ui/form-buttons.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useHolidays } from './use-holidays.ts'

/** A holiday in place of its row, or a new one. @param others that are holidays already */
export function HolidayForm({
  holiday,
  others,
  onClose,
}: {
  holiday: Holiday | undefined
  others: readonly Holiday[]
  /** @param date what is there now; without it nothing, or what was before */
  onClose: (date?: string) => void
}) {
  const t = useTranslations('teamCalendar')
  const actions = useTranslations('actions')
  const absences = useTranslations('absence')
  const check = useCheck()
  const { keep, remove } = useHolidays()
  const { words, busy, failure, props, field } = useForm({
    start: { date: holiday?.date ?? '', name: holiday?.name ?? '' },
    check: (words) => {
      const sentences = check(Holiday, words, { invalid_date: absences('noSuchDay') })
      const isTaken = words.date !== holiday?.date && others.some(({ date }) => date === words.date)
      return isTaken ? { ...sentences, date: t('dayTaken') } : sentences
    },
    send: ({ date, name }) => keep({ date, name: name.trim() }, holiday),
    onSent: () => onClose(words.date),
  })
  return (
    <form
      {...props}
      aria-label={holiday ? t('editHoliday', { name: holiday.name }) : t('addHoliday')}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.nativeEvent.isComposing && !busy) onClose(holiday?.date)
      }}
      className="my-1 grid grid-cols-2 items-start gap-2 rounded-2 bg-sunken p-3 forced-colors:border wide:grid-cols-[9.5rem_minmax(0,1fr)_auto]"
    >
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
          onCancel={() => onClose(holiday?.date)}
        />
      </div>
      <div className="col-span-full empty:hidden">
        <FormFailure failure={failure !== undefined && t('holidayFailed')} cause={failure} />
      </div>
    </form>
  )
}
