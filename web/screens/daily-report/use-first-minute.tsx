import { type ComponentProps, useCallback, useState } from 'react'
import type { Me } from '#contract/users.ts'
import { mayBeFirstMinute } from '../../features/reports/day.ts'
import type { CalendarDate } from '../../dates/dates.ts'
import { useDelayedTrue } from '../../hooks/use-delayed-true.ts'
import { untilLoaded } from '../../ui/lazy-part.ts'
import { lazyScreen } from '../../ui/lazy-screen.tsx'
import type FirstMinuteOfDay from './first-minute.tsx'

// If the code cannot be loaded, the day is shown without this content.
const { Screen: FirstMinute } = lazyScreen(() => untilLoaded(() => import('./first-minute.tsx')))

const longestWaitMs = 5_000

type Props = Omit<ComponentProps<typeof FirstMinuteOfDay>, 'user' | 'isShown' | 'onRead'>

/**
 * Returns the first steps of a team for an administrator, or the greeting of a new member.
 * While `isAwaited` is true, the reports below must wait, because the content would move them.
 */
export function useFirstMinute(
  { date, today, user }: { date: CalendarDate; today: CalendarDate; user: Me | undefined },
  props: Props,
) {
  // The team may complete its steps while the page is open. The content is still shown until the day ends.
  const [shownOn] = useState(user !== undefined && mayBeFirstMinute(user, today) ? today : undefined)
  const member =
    user && date === today && shownOn && (shownOn === today || mayBeFirstMinute(user, today)) ? user : undefined
  const [isRead, setIsRead] = useState(false)
  const onRead = useCallback(() => setIsRead(true), [])
  const isLate = useDelayedTrue(member !== undefined && !isRead, longestWaitMs)
  return {
    isAwaited: member !== undefined && !isRead && !isLate,
    /** Whether the steps are listed, which also have a button to write. */
    hasSteps: member !== undefined && member.is_admin && member.team.first_steps.length > 0,
    view: member && <FirstMinute {...props} user={member} isShown={isRead} onRead={onRead} />,
  }
}
