import { useEffect, useEffectEvent, useRef } from 'react'
import type { Prefill } from '#contract/prefill.ts'
import { emptyReport, type ReportValues, valueFields } from '#contract/report-fields.ts'
import type { CalendarDate } from '../../dates/dates.ts'
import { sameValues } from './day.ts'
import { useForgetLeftDraft } from './queries.ts'

/**
 * Takes over a draft for this day that a program of the member has stored on the server (N10.05). Fields of the draft
 * that are not empty replace the text of the form. From then on the browser stores the draft like any other.
 * A newer draft of the program is taken over as well, until the member edits the form.
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
