import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { reportFields, type Words } from '#contract/report-fields.ts'
import type { DayReport, Report } from '#contract/reports.ts'
import { offerUndo } from '../../api/offer-undo.ts'
import { toast } from '../../ui/toast.tsx'
import { useCopyButton } from '../../ui/use-copy.ts'
import { reportBy, sameWords } from './day.ts'
import { reportDrafts } from './drafts.ts'
import { dayQuery, deleteReport, failureOf, restoreReport } from './queries.ts'

/** The day was submitted again. The report is back with those words. */
class WrittenAgain extends Error {}

/**
 * Deletes a report of mine at once, and offers to restore it (E2.01). Keeps its text as a draft of that day in this
 * browser before the request is sent, so that a failure loses nothing.
 */
export function useDeleteReport() {
  const t = useTranslations('dailyReport')
  const writing = useTranslations('writing')
  const copy = useCopyButton()
  const queries = useQueryClient()
  /** Until the panel is gone. */
  const [deleting, setDeleting] = useState<DayReport>()

  const reread = () => queries.invalidateQueries({ queryKey: ['reports'] })
  const ownNow = async ({ report_date, user_id }: Report) =>
    reportBy(user_id, await queries.fetchQuery({ ...dayQuery(report_date), staleTime: 0 }))

  const bringBack = async (report: DayReport, savedAt: number) => {
    const key = reportDrafts.key(report.user_id, report.report_date)
    const back = await restoreReport(report.id)
    if (!sameWords(back, report)) throw new WrittenAgain()
    const draft = reportDrafts.read(key)
    // Changed since then: the draft now belongs to the report that is there again.
    if (draft && (draft.savedAt !== savedAt || !sameWords(draft.words, report)))
      reportDrafts.write(key, { ...draft, baseVersion: report.updated_at }, draft)
    else reportDrafts.remove(key, draft)
    toast.success(t('deleteUndone'))
  }
  /** Offers to copy the words if no draft has them, or if another report is in the way. */
  const sayNotBack = (report: DayReport, savedAt: number) => (error: unknown) => {
    const isOvertaken = error instanceof WrittenAgain || failureOf(error).code === 'report_exists'
    const draft = reportDrafts.read(reportDrafts.key(report.user_id, report.report_date))
    const isKept = draft && (draft.savedAt === savedAt || sameWords(draft.words, report))
    if (isKept && !isOvertaken) return t('undoFailedDraft')
    const words = reportFields.map((field) => report[field].trim()).filter(Boolean)
    return { text: t(isOvertaken ? 'undoOvertaken' : 'undoFailed'), also: copy(words.join('\n\n')) }
  }

  /** @param words what the panel shows, which may be more than what was filed */
  const remove = async (
    report: DayReport,
    words: Words,
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
        // Where nobody can say whether it is still there, the draft stays, and the panel goes on from it.
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
      undo: () => bringBack(report, draft.savedAt).finally(() => void reread()),
      failed: sayNotBack(report, draft.savedAt),
    })
    await reread()
  }
  return { deleting, remove }
}
