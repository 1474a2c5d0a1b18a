import { useLocale, useTranslations } from 'use-intl'
import type { LatestReport, Report } from '#contract/reports.ts'
import { ownDate } from '../../dates/own-zone.ts'
import { formatDayAndTime, formatShortDay, formatTime } from '../../dates/format-date.ts'
import { useToday } from '../../dates/today.ts'
import { DraftProblem, notesStyle } from '../../ui/draft-notes.tsx'
import { Live } from '../../ui/live.tsx'
import { Note } from '../../ui/note.tsx'
import { emptyReport, valuesOf } from '#contract/report-fields.ts'
import { sameValues } from './day.ts'
import type { useReportDraft } from './use-draft.ts'

export function ReportNotes({
  draft,
  existing,
  latest,
  changedElsewhere,
  onDiscard,
  onWithdraw,
  onClear,
}: {
  draft: ReturnType<typeof useReportDraft>
  existing: Report | undefined
  /** The report that a new one starts from. Undefined if the panel shows its plan line by line with its date. */
  latest: LatestReport | undefined
  /** Whether the report was changed or deleted since the edit began. */
  changedElsewhere: boolean
  onDiscard: () => void
  /** Cancels the sending of the queued report. */
  onWithdraw: () => void
  onClear: () => void
}) {
  const t = useTranslations('dailyReport')
  const writing = useTranslations('writing')
  const language = useLocale()
  const isQueued = draft.queued !== undefined
  // Another tab may have submitted exactly this text.
  const isSubmitted = existing !== undefined && sameValues(draft.words, valuesOf(existing))
  const isPrefilled = !existing && !isQueued && !draft.restored && !sameValues(draft.words, emptyReport)
  return (
    <Live className={notesStyle}>
      {existing && <Editing submittedAt={existing.is_imported ? undefined : new Date(existing.created_at)} />}
      {draft.restored && (draft.isWritten || !isQueued) && !changedElsewhere && !isSubmitted && (
        <Note kind="started" actions={[{ label: writing('draftDiscard'), onClick: onDiscard }]}>
          {writing('draftOpen')}
        </Note>
      )}
      {isQueued && !draft.isWritten && (
        <Note kind="offline" actions={[{ label: t('queuedWithdraw'), onClick: onWithdraw }]}>
          {t('queuedOpen')}
        </Note>
      )}
      {isPrefilled && latest && (
        <Note kind="started" actions={[{ label: t('clear'), onClick: onClear }]}>
          {t('prefilled', { date: formatShortDay(language, latest.report_date) })}
        </Note>
      )}
      <DraftProblem draft={draft} />
    </Live>
  )
}

/**
 * Says that the panel edits a report, and when that report was submitted. Leaves out the date if it is today.
 * @param submittedAt undefined for an imported report
 */
function Editing({ submittedAt }: { submittedAt: Date | undefined }) {
  const t = useTranslations('dailyReport')
  const language = useLocale()
  const today = useToday()
  if (!submittedAt) return <Note kind="editing">{t('editingImported')}</Note>
  return (
    <Note kind="editing">
      {ownDate(submittedAt) === today
        ? t('editing', { time: formatTime(language, submittedAt) })
        : t('editingOfDay', { time: formatDayAndTime(language, submittedAt) })}
    </Note>
  )
}
