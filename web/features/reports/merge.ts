import { eachField, type ReportField, reportFields, type Words } from '#contract/report-fields.ts'

/**
 * Merges the member's text into a report that changed elsewhere, field by field.
 * @param began the text when the member began; an unknown field counts as changed on both sides
 */
export function merge(began: Partial<Words>, mine: Words, theirs: Words) {
  const differing = reportFields.filter((field) => theirs[field] !== began[field] && theirs[field] !== mine[field])
  /** Fields that changed only elsewhere. */
  const taken = differing.filter((field) => mine[field] === began[field])
  /** Fields that changed on both sides. The member's text stays until they choose. */
  const conflicts = differing.filter((field) => !taken.includes(field))
  const known = conflicts.filter((field) => began[field] !== undefined)
  const settled = reportFields.filter((field) => !conflicts.includes(field))
  return {
    words: eachField((field) => (taken.includes(field) ? theirs : mine)[field]),
    /** The text that a later merge compares with. */
    began: { ...pick(began, known), ...pick(theirs, settled) },
    taken,
    conflicts,
  }
}

export const pick = (words: Partial<Words>, fields: readonly ReportField[]): Partial<Words> =>
  Object.fromEntries(fields.map((field) => [field, words[field]]))
