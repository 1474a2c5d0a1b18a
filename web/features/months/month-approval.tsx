import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Month, MonthChange } from '#contract/months.ts'
import { serverMessage } from '../../api/errors.ts'
import { formatMonthName } from '../../lib/format-date.ts'
import { useOnline } from '../../lib/online.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { MonthDialog } from './month-dialog.tsx'
import { MonthStanding } from './month-standing.tsx'
import { useChangeMonth } from './queries.ts'

/**
 * What a month stands at, and what the reader may do with it (N11.03).
 * @param isOwn whether it is the reader's @param mayDecide whether they may approve it
 * @param isUnderWay whether it has not ended @param onDecided told what somebody has decided, once it is kept
 */
export function MonthApproval({
  month,
  isOwn,
  mayDecide,
  isUnderWay,
  onDecided,
}: {
  month: Month
  isOwn: boolean
  mayDecide: boolean
  isUnderWay: boolean
  onDecided?: () => void
}) {
  const t = useTranslations('months')
  const [asking, setAsking] = useState<'submitted' | 'returned'>()
  const online = useOnline()
  const { mutateAsync, isPending, variables } = useChangeMonth(month)
  const name = formatMonthName(useLocale(), `${month.month}-01`)
  const change = async (state: MonthChange['state'], note = '') => {
    await mutateAsync({ state, note })
    toast.success(t(`done.${state}`, { month: name }))
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
      <MonthStanding month={month}>
        {isOwn && !isWith && state !== 'approved' && <Button {...asks('submitted', 'primary')}>{t('submit')}</Button>}
        {isOwn && isWith && <Button {...does('open', 'line')}>{t('withdraw')}</Button>}
        {mayDecide && (isWith || state === 'approved') && <Button {...asks('returned', 'line')}>{t('return')}</Button>}
        {mayDecide && isWith && <Button {...does('approved', 'primary')}>{t('approve')}</Button>}
      </MonthStanding>
      {asking && (
        <MonthDialog {...words[asking]} send={(note) => change(asking, note)} onClose={() => setAsking(undefined)} />
      )}
    </>
  )
}
