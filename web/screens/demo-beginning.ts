import { reportPath } from '../app/paths.ts'
import { basePath } from '../lib/base-path.ts'
import { localDate } from '../lib/dates.ts'

/** Where whoever becomes somebody else in the demo begins: with a day on which there is something to read. */
export const beginning = (lastDay: string) =>
  basePath + reportPath(lastDay === localDate(new Date()) ? undefined : lastDay)
