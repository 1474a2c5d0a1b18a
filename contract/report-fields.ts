/**
 * The texts of a report, in the order of writing and reading. Code that handles reports must iterate over this list.
 */
export const reportFields = ['yesterday_work', 'today_plan', 'issues'] as const
export type ReportField = (typeof reportFields)[number]

/** The fields that the form requires. The API accepts '' for any field. */
export const requiredFields: readonly ReportField[] = ['yesterday_work', 'today_plan']

/** The fields that a month shows: all except the plan (S3.18). */
export const monthFields = reportFields.filter((field) => field !== 'today_plan')
export type MonthField = (typeof monthFields)[number]

export type ReportTexts = Record<ReportField, string>

/** All values of a report. Add a value that is not a text, such as a number, here and to `emptyReport`. */
export type ReportValues = ReportTexts

export const eachField = <T>(valueOf: (field: ReportField) => T) =>
  Object.fromEntries(reportFields.map((field) => [field, valueOf(field)])) as Record<ReportField, T>

/** The values of an empty report. Code that stores or compares reports must iterate over `valueFields`. */
export const emptyReport: ReportValues = eachField(() => '')
export type ValueField = keyof ReportValues
export const valueFields = Object.keys(emptyReport) as ValueField[]

/** The fields that a caller sends. Omitted fields stay unchanged. */
export type PartialReportValues = { [Field in keyof ReportValues]?: ReportValues[Field] | undefined }

/** Returns the values with the sent fields replaced. */
export const withChanges = (values: ReportValues, sent: PartialReportValues): ReportValues =>
  Object.fromEntries(
    valueFields.map((field) => [field, sent[field] === undefined ? values[field] : sent[field]]),
  ) as ReportValues

/** Returns the values of a report without its other properties. */
export const valuesOf = (report: ReportValues): ReportValues => withChanges(emptyReport, report)

/** Matches the bullet that people type at the beginning of a line. Pages draw their own bullets instead. */
export const lineMark = /^\s*(?:[・•‣]\s*|[-*]\s+)/u

/** Returns the lines of a report without bullets and empty lines (design: report lines). */
export const linesOf = (text: string): string[] =>
  text
    .split(/\r\n|[\n\r\u2028\u2029]/u)
    .map((line) => line.replace(lineMark, '').trim())
    .filter((line) => line !== '')
