import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { charactersIn } from '#contract/characters.ts'
import { limits } from '#contract/limits.ts'
import { reportFields, requiredFields, type Words } from '#contract/report-fields.ts'
import type { DayReport } from '#contract/reports.ts'
import type { CalendarDate } from '../../lib/dates.ts'
import { toast } from '../../ui/toast.tsx'
import { dayQuery, failureOf, type useSaveReport } from './queries.ts'
import type { WordErrors } from './report-fields.tsx'
import type { useDraft } from './use-draft.ts'

/** Submits the report of a day, without a network as soon as there is one; what is wrong stands at its field. */
export function useSubmitReport(
  date: CalendarDate,
  userId: string | undefined,
  save: ReturnType<typeof useSaveReport>,
  onSaved: () => void,
) {
  const t = useTranslations('dailyReport')
  const queries = useQueryClient()
  const [errors, setErrors] = useState<WordErrors>({})
  const [failure, setFailure] = useState<string>()

  const onError = (error: unknown) => {
    const { code, fields, message } = failureOf(error)
    // Written in another tab meanwhile, or gone: the day is read again and the panel follows it.
    if (code === 'report_exists' || code === 'not_found')
      void queries.invalidateQueries({ queryKey: dayQuery(date).queryKey })
    if (code === 'report_exists') return
    setErrors(fields)
    if (Object.keys(fields).length === 0)
      setFailure(message ? t('submitFailedBecause', { reason: message }) : t('submitFailed'))
  }

  /** @param existing the report that is changed */
  const submit = (draft: ReturnType<typeof useDraft>, existing: DayReport | undefined) => {
    setFailure(userId === undefined ? t('userUnknown') : undefined)
    if (userId === undefined) return
    const found = check(draft.words, t)
    setErrors(found)
    if (Object.keys(found).length > 0) return
    if (!navigator.onLine && draft.queue()) {
      toast.info(t('queued'))
      onSaved()
      return
    }
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
          ...(draft.blockers.length > 0 && { blockers: [...draft.blockers] }),
        },
        onKept: draft.remove,
      },
      { onSuccess, onError },
    )
  }

  /** What is being changed is not wrong any more. */
  const clearErrors = (changed: Partial<Words>) => {
    setErrors(Object.fromEntries(Object.entries(errors).filter(([field]) => !(field in changed))))
    setFailure(undefined)
  }

  return { errors, failure, clearErrors, submit }
}

/** What can be said before anything is sent, at the field where it belongs. */
function check(words: Words, t: ReturnType<typeof useTranslations<'dailyReport'>>): WordErrors {
  const errors: WordErrors = {}
  for (const field of requiredFields) if (words[field].trim() === '') errors[field] = t('fieldRequired')
  for (const field of reportFields)
    if (charactersIn(words[field]) > limits.reportText) errors[field] = t('fieldTooLong', { limit: limits.reportText })
  return errors
}
