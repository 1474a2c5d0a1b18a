import { useQuery } from '@tanstack/react-query'
import type { MonthStanding } from '#contract/months.ts'
import type { Me } from '#contract/users.ts'
import { useAreAnswered } from '../../ui/load.ts'
import { monthsOfQuery, waitingQuery } from '../../features/month-approval/queries.ts'

const shownFor = 7 * 86_400_000 // milliseconds for which an approval is shown

/**
 * Returns the months that "For me" shows, if the team approves months.
 * @returns `waiting`: the number of months that wait for the member's decision; `toMend`: the member's own months that
 *   must be submitted again; `approved`: the member's own months that were approved recently
 */
export function useMonthsForMe(user: Me | undefined) {
  const isOn = user?.team.month_approval === true
  const waiting = useQuery({ ...waitingQuery, enabled: isOn && user.is_admin })
  const own = useQuery({ ...monthsOfQuery(user?.id ?? ''), enabled: isOn })
  const areAnswered = useAreAnswered([waiting, own])
  const mine = own.data ?? []
  return {
    areAnswered,
    waiting: waiting.data?.total ?? 0,
    toMend: mine.filter(({ state }) => state === 'returned' || state === 'reopened'),
    approved: mine.filter(isNew),
  }
}

const isNew = ({ state, changed_at }: MonthStanding) =>
  state === 'approved' && Date.now() - Date.parse(changed_at) < shownFor
