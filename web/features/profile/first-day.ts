import type { Me } from '#contract/users.ts'
import type { FirstDay } from '../../lib/dates.ts'

/** The day that weeks begin with for this member; Sunday until they choose (decision 26). */
export const firstDayOf = (user: Me | undefined): FirstDay => (user?.settings.first_day_of_week === 'monday' ? 1 : 0)
