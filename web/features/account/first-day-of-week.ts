import type { Me } from '#contract/users.ts'
import type { FirstDay } from '../../dates/dates.ts'

/** Returns the first day of the member's week. The default is Sunday (decision 26). */
export const firstDayOfWeek = (user: Me | undefined): FirstDay =>
  user?.settings.first_day_of_week === 'monday' ? 1 : 0
