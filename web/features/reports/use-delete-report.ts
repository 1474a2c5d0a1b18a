import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Words } from '#contract/report-fields.ts'
import type { DayReport, Report } from '#contract/reports.ts'
import { toast } from '../../ui/toast.tsx'
import { reportBy, sameWords } from './day.ts'
import { draftKey, readDraft, removeDraft, writeDraft } from './drafts.ts'
import { dayQuery, deleteReport, failureOf, restoreReport } from './queries.ts'

/**
 * Deletes a report of mine at once, and offers to restore it (E2.01). Keeps its text as a draft of that day in this
 * browser before the request is sent, so that a failure loses nothing.
 */
export function useDeleteReport() {
  const t = useTranslations('dailyReport')
  const writing = useTranslations('writing')
  const queries = useQueryClient()
  /** Until the panel is gone. */
  const [deleting, setDeleting] = useState<DayReport>()

  const reread = () => queries.invalidateQueries({ queryKey: ['reports'] })
  const ownNow = async ({ report_date, user_id }: Report) =>
    reportBy(user_id, await queries.fetchQuery({ ...dayQuery(report_date), staleTime: 0 }))

  const bringBack = async (report: DayReport, savedAt: number) => {
    const key = draftKey(report.user_id, report.report_date)
    try {
      await restoreReport(report.id)
      const draft = readDraft(key)
      // Changed since then: the draft now belongs to the report that is there again.
      if (draft && (draft.savedAt !== savedAt || !sameWords(draft.words, report)))
        writeDraft(key, { ...draft, baseVersion: report.updated_at }, draft)
      else removeDraft(key)
      toast.success(t('deleteUndone'))
    } catch (error) {
      toast.error(t('undoFailed'), error)
    }
    await reread()
  }

  /** @param words what the panel shows, which may be more than what was filed */
  const remove = async (
    report: DayReport,
    words: Words,
    { onDeleted, onUnknown }: { onDeleted: () => void; onUnknown: () => void },
  ) => {
    const key = draftKey(report.user_id, report.report_date)
    const before = readDraft(key)
    const draft = { words, baseVersion: null, savedAt: Date.now() }
    writeDraft(key, draft, before)
    setDeleting(report)
    try {
      await deleteReport(report.id)
    } catch (error) {
      const { code, message } = failureOf(error)
      if (code !== 'not_found') {
        // Where nobody can say whether it is still there, the draft stays, and the panel goes on from it.
        if (!(await ownNow(report).catch(() => undefined))) {
          writeDraft(key, { ...draft, baseVersion: report.updated_at }, draft)
          onUnknown()
        } else if (before) writeDraft(key, before, draft)
        else removeDraft(key)
        setDeleting(undefined)
        toast.error(message ? t('deleteFailedBecause', { reason: message }) : t('deleteFailed'), error)
        return
      }
    }
    queries.setQueryData(dayQuery(report.report_date).queryKey, (day) => day?.filter(({ id }) => id !== report.id))
    onDeleted()
    const { comments } = report
    const done = comments > 0 ? t('deletedWithComments', { count: comments }) : t('deleted')
    toast.success(done, { label: writing('undo'), act: () => void bringBack(report, draft.savedAt) })
    await reread()
  }
  return { deleting, remove }
}
