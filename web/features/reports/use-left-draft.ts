import { useEffect, useEffectEvent } from 'react'
import type { Beginning } from '#contract/beginning.ts'
import { reportFields, type Words } from '#contract/report-fields.ts'
import type { CalendarDate } from '../../lib/dates.ts'
import { useForgetLeftDraft } from './queries.ts'

/**
 * Takes over what a program of the member's has left for this day (N10.05): where it says something it stands in the form, and
 * from then on the browser keeps it as any draft.
 * @param isReady nobody has written in the form yet, and what it starts from is there
 */
export function useLeftDraft(
  date: CalendarDate,
  isReady: boolean,
  left: Beginning['draft'],
  take: (words: Partial<Words>) => void,
) {
  const forget = useForgetLeftDraft(date)
  const onLeft = useEffectEvent((draft: NonNullable<Beginning['draft']>) => {
    take(Object.fromEntries(reportFields.flatMap((field) => (draft[field] === '' ? [] : [[field, draft[field]]]))))
    forget.mutate()
  })
  useEffect(() => {
    if (isReady && left) onLeft(left)
  }, [isReady, left])
}
