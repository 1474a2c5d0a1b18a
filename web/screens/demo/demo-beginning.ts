import { basePath } from '../../platform/base-path.ts'
import { localDate } from '../../dates/dates.ts'
import { reportPath } from '../../app/members-paths.ts'

/** Returns the path of the first page after another member was chosen in the demo: the latest day with reports. */
export const beginning = (lastDay: string) =>
  basePath + reportPath(lastDay === localDate(new Date()) ? undefined : lastDay)
