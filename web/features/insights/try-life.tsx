import { useLocale, useTranslations } from 'use-intl'
import type { Insight } from '#contract/insights.ts'
import type { Try, TryChange } from '#contract/tries.ts'
import { serverMessage } from '../../api/errors.ts'
import { formatNumericDay } from '../../lib/format-date.ts'
import { useToday } from '../../lib/today.ts'
import { TextAction } from '../../ui/text-action.tsx'
import { toast } from '../../ui/toast.tsx'
import { useChangeTry } from './queries.ts'

/** Below a Try: who tries it and when it comes back; on that day, what becomes of it (N11.02). */
export function TryLife({ insight, userId }: { insight: Insight; userId: string | undefined }) {
  return insight.try && userId && <Life insight={insight} its={insight.try} userId={userId} />
}

function Life({ insight, its, userId }: { insight: Insight; its: Try; userId: string }) {
  const t = useTranslations('insights.try')
  const undo = useTranslations('writing')('undo')
  const today = useToday()
  const date = formatNumericDay(useLocale(), its.returns_on)
  const isDue = its.outcome === null && its.returns_on <= today
  const { mutateAsync } = useChangeTry(insight)
  const onError = (error: unknown) => toast.error(serverMessage(error) ?? t('failed'), error)
  const change = (to: TryChange) => mutateAsync(to).catch(onError)
  const takeBack = () => void change({ outcome: null })
  const decide = (outcome: 'kept' | 'dropped' | 'again') =>
    void mutateAsync({ outcome }).then(() => toast.success(t('decided'), { label: undo, act: takeBack }), onError)
  const owner = its.owner_id === userId ? t('mine') : its.owner_name !== null && t('owned', { name: its.owner_name })
  const standing = its.outcome ? t(its.outcome) : isDue ? t('due') : t('returns', { date })
  return (
    <div
      role="group"
      aria-label={t('label')}
      className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 t-12 text-text-3"
    >
      <span className="tabular-nums">{[owner, standing].filter(Boolean).join(' · ')}</span>
      <span className="flex flex-wrap gap-x-3 pointer-coarse:gap-x-6 print:hidden">
        {its.outcome === null && its.owner_id === null && (
          <TextAction onClick={() => void change({ owner_id: userId })}>{t('take')}</TextAction>
        )}
        {its.outcome === null && its.owner_id === userId && (
          <TextAction onClick={() => void change({ owner_id: null })}>{t('release')}</TextAction>
        )}
        {isDue && (
          <>
            <TextAction onClick={() => decide('kept')}>{t('keep')}</TextAction>
            <TextAction onClick={() => decide('dropped')}>{t('drop')}</TextAction>
            <TextAction onClick={() => decide('again')}>{t('again')}</TextAction>
          </>
        )}
        {its.outcome !== null && <TextAction onClick={takeBack}>{undo}</TextAction>}
      </span>
    </div>
  )
}
