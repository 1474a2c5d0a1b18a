import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { v7 as newId } from 'uuid'
import { type Absence, AbsenceDraft, halves } from '#contract/absences.ts'
import { limits } from '#contract/limits.ts'
import { useForm } from '../../api/use-form.ts'
import type { CalendarDate } from '../../dates/dates.ts'
import { useOnline } from '../../platform/online.ts'
import { OfflineReason } from '../../ui/offline-reason.tsx'
import { useCheck } from '../../hooks/use-check.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { type LastDay, lastDayOf } from './last-day.ts'
import { useAbsences } from './use-absences.ts'

const kinds = ['all', ...halves] as const

type Words = { kind: (typeof kinds)[number]; from: CalendarDate; until: LastDay }

/**
 * Adds, moves or removes a member's days off (design: day off).
 * @param anchor the popover opens below it if there is room
 * @param date the first day, if the absence is new
 * @param absence the absence to change
 * @param name the member's name, if an administrator enters the absence of another member
 */
export function AbsencePopover({
  anchor,
  userId,
  name,
  date,
  absence,
  onClose,
}: {
  anchor: HTMLElement | null
  userId: string
  name?: string | undefined
  date: CalendarDate
  absence: Absence | undefined
  onClose: () => void
}) {
  const t = useTranslations('absence')
  const common = useTranslations('common')
  const actions = useTranslations('actions')
  const isOnline = useOnline()
  // The id is chosen once and reused for retries, so that a repeated request adds no second absence.
  const [id] = useState(() => absence?.id ?? newId())
  const { take, end } = useAbsences()
  const check = useCheck()

  const absenceOf = ({ kind, from, until }: Words): Absence => {
    const half = kind === 'all' ? null : kind
    return { id, user_id: userId, from, until: half ? from : lastDayOf(from, until), half }
  }
  const { words, busy, failure, props, field } = useForm<Words, void>({
    start: {
      kind: absence?.half ?? 'all',
      from: absence?.from ?? date,
      until: { day: absence?.until ?? date, beside: absence?.from ?? date },
    },
    check: (words) =>
      check(AbsenceDraft, absenceOf(words), {
        invalid_date: t('noSuchDay'),
        until_before_from: t('untilBeforeFrom'),
        too_many_days: t('tooManyDays', { limit: limits.absence }),
      }),
    send: (words) => take(absenceOf(words), absence),
    onSent: onClose,
  })
  const { from } = words
  const until = field('until')
  return (
    <Dialog
      title={name === undefined ? t(absence ? 'change' : 'take') : t('of', { name })}
      closeLabel={common('close')}
      below={anchor}
      onClose={onClose}
    >
      <form {...props} className="grid gap-4">
        <RadioGroup
          look="segments"
          legend={t('kind')}
          unseen
          values={kinds}
          value={words.kind}
          disabled={busy}
          onChange={field('kind').onChange}
        >
          {(kind) => t(`kinds.${kind}`)}
        </RadioGroup>
        <div className="grid grid-cols-2 gap-3 max-[22rem]:grid-cols-1">
          <TextField type="date" label={t(words.kind === 'all' ? 'from' : 'day')} {...field('from')} />
          {words.kind === 'all' && (
            <TextField
              type="date"
              label={t('until')}
              {...until}

              value={lastDayOf(from, until.value)}
              onChange={(day) => until.onChange({ day, beside: from })}
            />
          )}
        </div>
        <p className="t-12 text-text-3">
          {words.kind === 'all' ? t('hint', { own: String(name === undefined) }) : t('halfHint')}
        </p>
        <OfflineReason />
        <FormFailure failure={failure !== undefined && t('takeFailed')} cause={failure} />
        <div className={`flex flex-wrap gap-2 max-md:*:flex-1 ${absence ? 'justify-between' : 'justify-end'}`}>
          {absence ? (
            <Button
              kind="ghost"
              disabled={!isOnline || busy}
              onClick={() => {
                onClose()
                void end(absence)
              }}
            >
              {t('end')}
            </Button>
          ) : (
            <Button kind="ghost" onClick={onClose}>
              {actions('cancel')}
            </Button>
          )}
          <Button kind="primary" type="submit" disabled={!isOnline} busy={busy ? actions('saving') : undefined}>
            {absence || name !== undefined ? actions('save') : t('submit')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
