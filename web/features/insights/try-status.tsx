import { useLocale, useTranslations } from 'use-intl'
import type { Insight } from '#contract/insights.ts'
import type { Try, TryChange } from '#contract/tries.ts'
import { serverMessage } from '../../api/errors.ts'
import { offerUndo } from '../../api/offer-undo.ts'
import { formatNumericDay } from '../../dates/format-date.ts'
import { useOnline } from '../../platform/online.ts'
import { useToday } from '../../dates/today.ts'
import { OfflineReason } from '../../ui/offline-reason.tsx'
import { TextAction } from '../../ui/text-action.tsx'
import { toast } from '../../ui/toast.tsx'
import { useChangeTry } from './queries.ts'

/**
 * Shows the status line of a Try: its owner and the day on which it returns. From that day on, offers its outcomes
 * (N11.02).
 */
export function TryStatus({ insight, its, userId }: { insight: Insight; its: Try; userId: string }) {
  const t = useTranslations('insights.try')
  const undo = useTranslations('writing')('undo')
  const language = useLocale()
  const today = useToday()
  const isOnline = useOnline()
  const { mutateAsync } = useChangeTry()
  const date = formatNumericDay(language, its.returns_on)
  const isDue = its.outcome === null && its.returns_on <= today
  const failed = (error: unknown) => serverMessage(error) ?? t('failed')
  const onError = (error: unknown) => toast.error(failed(error), error)
  const ask = (change: TryChange) => mutateAsync({ id: insight.id, change })
  const change = (to: TryChange) => ask(to).catch(onError)
  const reopen = () => ask({ outcome: null })
  const decide = (outcome: 'kept' | 'dropped' | 'again') =>
    void ask({ outcome }).then(() => offerUndo(t('decided'), { label: undo, undo: reopen, failed }), onError)
  const owner = its.owner_id === userId ? t('mine') : its.owner_name !== null && t('owned', { name: its.owner_name })
  const standing = its.outcome ? t(its.outcome) : isDue ? t('due') : t('returns', { date })
  return (
    <div
      role="group"
      aria-label={t('label')}
      className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 t-12 text-text-3 pointer-coarse:gap-x-6"
    >
      <span className="tabular-nums">{[owner, standing].filter(Boolean).join(' · ')}</span>
      {its.outcome === null && its.owner_id === null && (
        <TextAction isOnline={isOnline} onClick={() => void change({ owner_id: userId })}>
          {t('take')}
        </TextAction>
      )}
      {its.outcome === null && its.owner_id === userId && (
        <TextAction isOnline={isOnline} onClick={() => void change({ owner_id: null })}>
          {t('release')}
        </TextAction>
      )}
      {isDue && (
        <>
          <TextAction isOnline={isOnline} onClick={() => decide('kept')}>
            {t('keep')}
          </TextAction>
          <TextAction isOnline={isOnline} onClick={() => decide('dropped')}>
            {t('drop')}
          </TextAction>
          <TextAction isOnline={isOnline} onClick={() => decide('again')}>
            {t('again')}
          </TextAction>
        </>
      )}
      {its.outcome !== null && (
        <TextAction isOnline={isOnline} onClick={() => void change({ outcome: null })}>
          {undo}
        </TextAction>
      )}
      {!isOnline && <OfflineReason />}
    </div>
  )
}
