import { paths } from '../app/paths.ts'
import { askForDay } from '../features/reports/queries.ts'
import { hasStoredSession } from '../features/session/queries.ts'
import { basePath } from '../lib/base-path.ts'
import { dateUpTo, localDate } from '../lib/dates.ts'
import { pageAt } from './members-paths.ts'

/** Asked for beside who comes with a session, not after: the day of the address, which is another only where they have a zone of their own. */
export function askForFirstDay() {
  const { location } = window
  if (!hasStoredSession() || location.pathname !== basePath + paths.home) return
  const search = new URLSearchParams(location.search)
  if (pageAt(paths.home, search) === 'daily-report') askForDay(dateUpTo(localDate(new Date()), search.get('date')))
}
