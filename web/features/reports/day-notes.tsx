import { useTranslations } from 'use-intl'
import { useHasDraft } from '../../storage/drafts/use-draft.ts'
import { useOnline } from '../../platform/online.ts'
import { sendNow } from '../../storage/outbox.ts'
import { Live } from '../../ui/live.tsx'
import type { Load } from '../../ui/load.ts'
import { Stale } from '../../ui/loaded.tsx'
import { Note } from '../../ui/note.tsx'
import { valueFields } from '#contract/report-fields.ts'
import type { Report } from '#contract/reports.ts'
import { sameValues } from './day.ts'
import { reportDrafts } from './drafts.ts'
import { isSubmittedHere } from './submitted-here.ts'

export function DayNotes({
  load,
  attendanceLoad,
  queued,
  own,
  draft,
  onContinue,
}: {
  load: Load<unknown>
  attendanceLoad: Load<unknown>
  queued: boolean
  /** The member's report of the day: the queued report, otherwise the report on the server. */
  own: Report | undefined
  draft: string | undefined
  onContinue: () => void
}) {
  const t = useTranslations('dailyReport')
  const states = useTranslations('states')
  const isOnline = useOnline()
  const hasDraft = useHasDraft(reportDrafts, draft)
  const stored = hasDraft && draft !== undefined ? reportDrafts.read(draft) : undefined
  // If the version differs, the report has changed since the draft began. A deleted report counts as changed.
  // After a queued report is sent it has another version but the same text, so the text is compared first.
  const isOfSameWords = own !== undefined && valueFields.every((field) => stored?.began?.[field] === own[field])
  const isOfOtherVersion = stored !== undefined && !isOfSameWords && stored.baseVersion !== (own?.updated_at ?? null)
  const isSaved = isOfOtherVersion && own !== undefined && sameValues(stored.words, own)
  const isOvertaken = isOfOtherVersion && !isSaved
  const isOfOtherTab = isOvertaken && draft !== undefined && isSubmittedHere(draft)
  const isLoaded = load.status === 'loaded'
  return (
    <Live className="print:hidden">
      <div className="mt-4 mb-2 flex flex-col gap-2 empty:hidden">
        {/* If a report is queued, its note already says that the browser is offline. */}
        {!(queued && load.stale === 'offline') && <Stale load={load} />}
        {isLoaded && attendanceLoad.status === 'failed' && (
          <Note kind="offline" actions={[{ label: states('retry'), onClick: attendanceLoad.retry }]}>
            {t('rollFailed')}
          </Note>
        )}
        {queued && (
          <Note kind="offline" actions={isOnline ? [{ label: t('sendNow'), onClick: sendNow }] : undefined}>
            {isOnline ? t('queuedNote') : t('queued')}
          </Note>
        )}
        {hasDraft && isLoaded && !isSaved && (
          <Note
            kind={isOvertaken ? 'changed' : 'started'}
            actions={[{ label: t('draftContinue'), onClick: onContinue }]}
          >
            {t(isOfOtherTab ? 'draftOfOtherTab' : isOvertaken ? 'draftOvertaken' : 'draftUnfinished')}
          </Note>
        )}
      </div>
    </Live>
  )
}
