import { useEffect, useEffectEvent } from 'react'
import type { Prefill } from '#contract/prefill.ts'
import { reportFields, type Words } from '#contract/report-fields.ts'
import type { CalendarDate } from '../../dates/dates.ts'
import { useForgetLeftDraft } from './queries.ts'

/**
 * Takes over a draft for this day that the member's program left on the server (N10.05).
 * Its non-empty fields replace those of the form. From then on it is stored like any other draft.
 * @param isReady whether the initial text is loaded and the member has not edited it
 */
export function useProgramDraft(
  date: CalendarDate,
  isReady: boolean,
  left: Prefill['draft'],
  take: (words: Partial<Words>) => void,
) {
  const forget = useForgetLeftDraft(date)
  const onLeft = useEffectEvent((draft: NonNullable<Prefill['draft']>) => {
    take(Object.fromEntries(reportFields.flatMap((field) => (draft[field] === '' ? [] : [[field, draft[field]]]))))
    forget.mutate()
  })
  useEffect(() => {
    if (isReady && left) onLeft(left)
  }, [isReady, left])
}
