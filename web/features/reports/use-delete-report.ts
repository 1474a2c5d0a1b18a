import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { reportFields, type ReportValues } from '#contract/report-fields.ts'
import type { DayReport, Report } from '#contract/reports.ts'
import { offerUndo } from '../../api/offer-undo.ts'
import { toast } from '../../ui/toast.tsx'
import { useCopyButton } from '../../ui/use-copy.ts'
import { reportBy, sameValues } from './day.ts'
import { reportDrafts } from './drafts.ts'
import { dayQuery, deleteReport, failureOf, rereadReports, restoreReport } from './queries.ts'

/** Thrown if the report already exists again with other text, because it was restored and changed elsewhere. */
class WrittenAgain extends Error {}

/**
 * Deletes the member's own report at once, and offers to restore it (E2.01). Before the request, stores the text as a
 * draft in this browser, so that no failure loses the text.
 */
export function useDeleteReport() {
  const t = useTranslations('dailyReport')
  const writing = useTranslations('writing')
  const copy = useCopyButton()
  const queries = useQueryClient()
  /** The report that is being deleted, until the panel is closed. */
  const [deleting, setDeleting] = useState<DayReport>()

  const reread = () => rereadReports(queries)
  const ownNow = async ({ report_date, user_id }: Report) =>
    reportBy(user_id, await queries.fetchQuery({ ...dayQuery(report_date), staleTime: 0 }))

  const restore = async (report: DayReport, savedAt: number) => {
    const key = reportDrafts.key(report.user_id, report.report_date)
    const back = await restoreReport(report.id)
    if (!sameValues(back, report)) throw new WrittenAgain()
    const draft = reportDrafts.read(key)
    // The member has edited the draft since. The draft now becomes an edit of the restored report.
    if (draft && (draft.savedAt !== savedAt || !sameValues(draft.words, report)))
      reportDrafts.write(key, { ...draft, baseVersion: report.updated_at }, draft)
    else reportDrafts.remove(key, draft)
    toast.success(t('deleteUndone'))
  }
  /**
   * Returns the message for a failed undo. Offers to copy the text, unless it is in a draft and no other report exists.
   */
  const sayNotBack = (report: DayReport, savedAt: number) => (error: unknown) => {
    const isOvertaken = error instanceof WrittenAgain || failureOf(error).code === 'report_exists'
    const draft = reportDrafts.read(reportDrafts.key(report.user_id, report.report_date))
    const isInDraft = draft && (draft.savedAt === savedAt || sameValues(draft.words, report))
    if (isInDraft && !isOvertaken) return t('undoFailedDraft')
    const words = reportFields.map((field) => report[field].trim()).filter(Boolean)
    return { text: t(isOvertaken ? 'undoOvertaken' : 'undoFailed'), also: copy(words.join('\n\n')) }
  }

  /** @param words the text in the panel, which may be newer than the submitted one */
  const remove = async (
    report: DayReport,
    words: ReportValues,
    { onDeleted, onUnknown }: { onDeleted: () => void; onUnknown: () => void },
  ) => {
    const key = reportDrafts.key(report.user_id, report.report_date)
    const before = reportDrafts.read(key)
    const draft = { words, baseVersion: null, savedAt: Date.now() }
    reportDrafts.write(key, draft, before)
    setDeleting(report)
    try {
      await deleteReport(report.id)
    } catch (error) {
      const { code, message } = failureOf(error)
      if (code !== 'not_found') {
        // If it is unknown whether the report still exists, keeps the draft, which the panel then edits.
        if (!(await ownNow(report).catch(() => undefined))) {
          reportDrafts.write(key, { ...draft, baseVersion: report.updated_at }, draft)
          onUnknown()
        } else if (before) reportDrafts.write(key, before, draft)
        else reportDrafts.remove(key, draft)
        setDeleting(undefined)
        toast.error(message ? t('deleteFailedBecause', { reason: message }) : t('deleteFailed'), error)
        return
      }
    }
    queries.setQueryData(dayQuery(report.report_date).queryKey, (day) => day?.filter(({ id }) => id !== report.id))
    onDeleted()
    const { comments } = report
    const done = comments > 0 ? t('deletedWithComments', { count: comments }) : t('deleted')
    offerUndo(done, {
      label: writing('undo'),
      undo: () => restore(report, draft.savedAt).finally(() => void reread()),
      failed: sayNotBack(report, draft.savedAt),
    })
    await reread()
  }
  return { deleting, remove }
}
