/** The texts of a report in the order in which they are written and read; whatever handles a report goes by this list. */
export const reportFields = ['yesterday_work', 'today_plan', 'issues'] as const
export type ReportField = (typeof reportFields)[number]

/** Those that the form wants filled in; the API takes '' for any. */
export const requiredFields: readonly ReportField[] = ['yesterday_work', 'today_plan']

/** What a month shows of its reports: all but what was planned (S3.18). */
export const monthFields = reportFields.filter((field) => field !== 'today_plan')
export type MonthField = (typeof monthFields)[number]

/** What a member writes in a report. */
export type Words = Record<ReportField, string>

export const eachField = <T>(valueOf: (field: ReportField) => T) =>
  Object.fromEntries(reportFields.map((field) => [field, valueOf(field)])) as Record<ReportField, T>

export const noWords: Words = eachField(() => '')

/** The fields that a caller names. A field that it leaves out stays as it is. */
export type NamedWords = { [Field in ReportField]?: string | undefined }

/** Returns the words with the named ones in place of their fields. */
export const withNamed = (words: Words, named: NamedWords): Words => eachField((field) => named[field] ?? words[field])

/**
 * What a new report starts from: the plan of the latest one twice, and its blocker (S4.45); in the evening what was planned
 * has been done, and tomorrow is open (N4.06).
 */
export const prefill = (
  latest: { today_plan: string; blocker: string } | undefined,
  time: 'morning' | 'evening',
): Words =>
  latest
    ? {
        yesterday_work: latest.today_plan,
        today_plan: time === 'morning' ? latest.today_plan : '',
        issues: latest.blocker,
      }
    : noWords

/** The marks people type at the beginning of a line; pages draw their own. */
export const lineMark = /^\s*(?:[・•‣]\s*|[-*]\s+)/u

/** The lines of a report without their marks and without empty ones (design: report lines). */
export const linesOf = (text: string): string[] =>
  text
    .split(/\r\n|[\n\r\u2028\u2029]/u)
    .map((line) => line.replace(lineMark, '').trim())
    .filter((line) => line !== '')
