import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import { charactersIn } from '#contract/characters.ts'
import { limits } from '#contract/limits.ts'
import { reportFields, requiredFields, valueFields, type ReportValues } from '#contract/report-fields.ts'
import type { DayReport } from '#contract/reports.ts'
import type { CalendarDate } from '../../dates/dates.ts'
import { isUnreachable, isTransient, formLevelError } from '../../api/errors.ts'
import { useQueueOnLeave } from '../../storage/drafts/open-editors.ts'
import { sendNow } from '../../storage/outbox.ts'
import { toast } from '../../ui/toast.tsx'
import { fittingChoices } from './blocker-rows.ts'
import { mentionsOf, reportDrafts } from './drafts.ts'
import { dayQuery, failureOf, type useSaveReport } from './queries.ts'
import { forgetQueued, reportsToSend } from './queued.ts'
import { focusRefused, type ReportFieldErrors } from './report-fields.tsx'
import type { useReportDraft } from './use-draft.ts'
import { noteSubmittedHere } from './submitted-here.ts'
import { useReportRefusal } from './use-report-refusal.ts'

/**
 * Submits the report of a day. Queues it if the server is unreachable. Shows each error below its field.
 * @param saved.version the version of the report on the server, null without one
 * @param saved.isSame whether that report has the same text as the form
 */
export function useSubmitReport(
  date: CalendarDate,
  userId: string | undefined,
  form: RefObject<HTMLFormElement | null>,
  draft: ReturnType<typeof useReportDraft>,
  save: ReturnType<typeof useSaveReport>,
  saved: { version: string | null; isSame: boolean },
  onSaved: () => void,
) {
  const t = useTranslations('dailyReport')
  const writing = useTranslations('writing')
  const queries = useQueryClient()
  const refusalOf = useReportRefusal()
  const [errors, setErrors] = useState<ReportFieldErrors>({})
  const [failed, setFailed] = useState<{ sentence: string; version: string | null }>()
  const setFailure = (sentence: string | undefined) =>
    setFailed(sentence === undefined ? undefined : { sentence, version: saved.version })
  // The report was saved after the failure: only its response was lost, or the outbox or another tab has sent it.
  const isSavedSince = saved.isSame && saved.version !== failed?.version

  /** Queues the report and removes its draft. Returns false if the browser has no room for the report. */
  const queue = () => {
    if (userId === undefined || !reportsToSend.replace(userId, { date, ...draft.toQueue() })) return false
    draft.remove()
    return true
  }
  useQueueOnLeave(save.isPending, queue)

  /** Shows the errors and moves the focus once. Later edits do not move the focus. */
  const show = (found: ReportFieldErrors) => {
    flushSync(() => setErrors(found)) // the field must be announced together with its error
    focusRefused(form.current, found)
  }

  const onError = (error: unknown) => {
    if (isUnreachable(error) && queue()) return onSaved()
    const { code, fields } = failureOf(error)
    // The report may have changed, may be deleted, or was saved although the response was lost. So refetch the day.
    if (code === 'report_exists' || code === 'report_changed' || code === 'not_found' || isTransient(error))
      void queries.invalidateQueries({ queryKey: dayQuery(date).queryKey })
    if (code === 'report_exists') return
    show(fields)
    const beside = formLevelError(error, (field) => valueFields.some((shown) => shown === field))
    if (beside) setFailure(refusalOf(beside))
    if (isUnreachable(error)) setFailure(writing('notQueued'))
  }

  const submit = (existing: DayReport | undefined) => {
    setFailure(userId === undefined ? t('userUnknown') : undefined)
    if (userId === undefined) return
    const found = check(draft.words, t)
    show(found)
    if (Object.keys(found).length > 0) return
    if ((draft.queued || !navigator.onLine) && queue()) {
      sendNow()
      return onSaved()
    }
    // A direct request could arrive before the queued report, and the two would conflict.
    if (draft.queued) return setFailure(writing('notQueued'))
    const blockers = fittingChoices({ issues: draft.words.issues, choices: draft.blockers })
    const onSuccess = () => {
      toast.success(existing ? t('updated') : t('submitted'))
      onSaved()
    }
    save.mutate(
      {
        existing,
        draft: {
          report_date: date,
          ...draft.words,
          ...(blockers.length > 0 && { blockers }),
          ...mentionsOf(draft.picked),
        },
        onPersisted: () => {
          draft.remove()
          noteSubmittedHere(reportDrafts.key(userId, date))
          forgetQueued(userId, date)
          toast.withdrawUnsent(reportDrafts.key(userId, date))
        },
      },
      { onSuccess, onError },
    )
  }

  const clearErrors = (changed: Partial<ReportValues>) => {
    setErrors(Object.fromEntries(Object.entries(errors).filter(([field]) => !(field in changed))))
    setFailure(undefined)
  }

  return { errors, failure: isSavedSince ? undefined : failed?.sentence, clearErrors, submit }
}

function check(words: ReportValues, t: ReturnType<typeof useTranslations<'dailyReport'>>): ReportFieldErrors {
  const errors: ReportFieldErrors = {}
  for (const field of requiredFields) if (words[field].trim() === '') errors[field] = t('fieldRequired')
  for (const field of reportFields) {
    const over = charactersIn(words[field]) - limits.reportText
    if (over > 0) errors[field] = t('fieldTooLong', { limit: limits.reportText, over })
  }
  return errors
}
