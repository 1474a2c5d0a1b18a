import { useTranslations } from 'use-intl'
import type { Load } from '../../ui/load.ts'
import { Stale } from '../../ui/loaded.tsx'
import { Note } from '../../ui/note.tsx'
import { useHasDraft } from './drafts.ts'

/** How old what is shown is, and what of mine has not been sent yet. */
export function DayNotes({
  load,
  rollLoad,
  queued,
  draft,
  onContinue,
}: {
  load: Load<unknown>
  rollLoad: Load<unknown>
  queued: boolean
  /** The key of a draft that the day may have. */
  draft: string | undefined
  onContinue: () => void
}) {
  const t = useTranslations('dailyReport')
  const states = useTranslations('states')
  const hasDraft = useHasDraft(draft)
  const isLoaded = load.stands === 'loaded'
  return (
    <div className="mt-4 mb-2 flex flex-col gap-2 empty:hidden">
      <Stale load={load} />
      {isLoaded && rollLoad.stands === 'failed' && (
        <Note kind="offline" actions={[{ label: states('retry'), onClick: rollLoad.retry }]}>
          {t('rollFailed')}
        </Note>
      )}
      {queued && <Note kind="offline">{t('queuedNote')}</Note>}
      {hasDraft && isLoaded && (
        <Note kind="started" actions={[{ label: t('draftContinue'), onClick: onContinue }]}>
          {t('draftUnfinished')}
        </Note>
      )}
    </div>
  )
}
