import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Month, MonthChange } from '#contract/months.ts'
import { formatList } from '#contract/format-list.ts'
import { serverMessage } from '../../api/errors.ts'
import { offerUndo } from '../../api/offer-undo.ts'
import type { CalendarDate } from '../../dates/dates.ts'
import { formatMonthName, formatShortDay, unbroken } from '../../dates/format-date.ts'
import { useOnline } from '../../platform/online.ts'
import { OfflineReason } from '../../ui/offline-reason.tsx'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { MonthDialog } from './month-dialog.tsx'
import { MonthStatus } from './month-status.tsx'
import { changeOfMonth, useChangeMonth } from './queries.ts'

/**
 * Shows the approval state of a month and the reader's possible actions (N11.03).
 * @param missing the days on which a report was due but is missing
 * @param isOwn whether the month belongs to the reader
 * @param mayDecide whether the reader may approve or return the month
 * @param isUnderWay whether the month has not ended yet
 * @param onDecided called after a decision was saved
 */
export function MonthApproval({
  month,
  missing,
  isOwn,
  mayDecide,
  isUnderWay,
  onDecided,
}: {
  month: Month
  missing: readonly CalendarDate[]
  isOwn: boolean
  mayDecide: boolean
  isUnderWay: boolean
  onDecided?: () => void
}) {
  const t = useTranslations('months')
  const [asking, setAsking] = useState<'submitted' | 'returned'>()
  const online = useOnline()
  const { mutateAsync, isPending, variables } = useChangeMonth(month)
  const report = useTranslations('monthlyReport')
  const language = useLocale()
  const name = formatMonthName(language, `${month.month}-01`)
  const days = formatList(
    language,
    missing.map((day) => unbroken(formatShortDay(language, day))),
  )
  const change = async (state: MonthChange['state'], note = '') => {
    const { revision } = await mutateAsync({ state, note })
    const done = t(`done.${state}`, { month: name, name: month.user_name })
    if (state === 'approved') {
      const undo = () => mutateAsync({ state: 'submitted', revision })
      offerUndo(done, { label: t('undo'), undo, failed: (error) => serverMessage(error) ?? t('failed') })
    } else toast.success(done)
    if (state === 'approved' || state === 'returned') onDecided?.()
  }
  const failed = (error: unknown) => toast.error(serverMessage(error) ?? t('failed'), error)
  const disabled = !online || isPending
  const asks = (state: 'submitted' | 'returned', kind: 'primary' | 'line') => ({
    kind,
    disabled,
    onClick: () => setAsking(state),
  })
  const does = (state: MonthChange['state'], kind: 'primary' | 'line') => ({
    kind,
    disabled,
    busy: isPending && variables.state === state && !asking ? t('sending') : undefined,
    onClick: () => void change(state).catch(failed),
  })
  const { state } = month
  const isWith = state === 'submitted'
  const words = {
    submitted: {
      title: t('submitMonth', { month: name }),
      meta: isUnderWay ? t('underWay') : undefined,
      label: t('note'),
      submit: t('submit'),
    },
    returned: {
      title: t('returnMonth', { name: month.user_name, month: name }),
      label: t('toMend'),
      submit: t('return'),
      required: true,
    },
  }
  return (
    <>
      <MonthStatus month={month}>
        {isOwn && !isWith && state !== 'approved' && <Button {...asks('submitted', 'primary')}>{t('submit')}</Button>}
        {isOwn && isWith && <Button {...does('open', 'line')}>{t('withdraw')}</Button>}
        {mayDecide && (isWith || state === 'approved') && <Button {...asks('returned', 'line')}>{t('return')}</Button>}
        {mayDecide && isWith && <Button {...does('approved', 'primary')}>{t('approve')}</Button>}
        {(isOwn ? state !== 'approved' : mayDecide && (isWith || state === 'approved')) && <OfflineReason />}
      </MonthStatus>
      {asking && (
        <MonthDialog
          name={`month:${month.user_id}:${month.month}:${asking}`}
          {...words[asking]}
          missing={missing.length > 0 ? report('missingOn', { days }) : undefined}
          send={(note) => change(asking, note)}
          later={(note) => changeOfMonth(month, { state: asking, note })}
          onClose={() => setAsking(undefined)}
        />
      )}
    </>
  )
}
