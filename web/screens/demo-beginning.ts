import { basePath } from '../lib/base-path.ts'
import { localDate } from '../lib/dates.ts'
import { reportPath } from './members-paths.ts'

/** Where whoever becomes somebody else in the demo begins: with a day on which there is something to read. */
export const beginning = (lastDay: string) =>
  basePath + reportPath(lastDay === localDate(new Date()) ? undefined : lastDay)
