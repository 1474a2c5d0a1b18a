import { useEffect, useEffectEvent, useRef } from 'react'
import type { Prefill } from '#contract/prefill.ts'
import { emptyReport, type ReportValues, valueFields } from '#contract/report-fields.ts'
import type { CalendarDate } from '../../dates/dates.ts'
import { sameValues } from './day.ts'
import { useForgetLeftDraft } from './queries.ts'

/**
 * Takes over a draft for this day that the member's program left on the server (N10.05).
 * Its non-empty fields replace those of the form. From then on it is stored like any other draft.
 * A newer draft is taken over, too, until the member edits the form.
 * @param isReady whether the initial text is loaded
 * @param isUntouched whether the form has its initial text
 */
export function useProgramDraft(
  date: CalendarDate,
  { isReady, isUntouched, words }: { isReady: boolean; isUntouched: boolean; words: ReportValues },
  left: Prefill['draft'],
  take: (words: Partial<ReportValues>) => void,
) {
  const forget = useForgetLeftDraft(date)
  const taken = useRef<ReportValues>(undefined)
  const onLeft = useEffectEvent((draft: NonNullable<Prefill['draft']>) => {
    if (!isUntouched && !(taken.current && sameValues(words, taken.current))) return
    const part = Object.fromEntries(
      valueFields.flatMap((field) => (draft[field] === emptyReport[field] ? [] : [[field, draft[field]]])),
    )
    taken.current = { ...words, ...part }
    take(part)
    forget.mutate(draft.id)
  })
  useEffect(() => {
    if (isReady && left) onLeft(left)
  }, [isReady, isUntouched, left])
}
