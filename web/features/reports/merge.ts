import { eachField, type ReportField, reportFields, type Words } from '#contract/report-fields.ts'

/**
 * Merges, field by field, what a member wrote into a report that changed elsewhere meanwhile.
 * @param began the words from which the member began. A field that is unknown counts as changed on both sides
 */
export function merge(began: Partial<Words>, mine: Words, theirs: Words) {
  const differing = reportFields.filter((field) => theirs[field] !== began[field] && theirs[field] !== mine[field])
  /** Fields that changed only elsewhere. */
  const taken = differing.filter((field) => mine[field] === began[field])
  /** Fields that changed on both sides. The member's words stay until they choose. */
  const conflicts = differing.filter((field) => !taken.includes(field))
  const known = conflicts.filter((field) => began[field] !== undefined)
  const settled = reportFields.filter((field) => !conflicts.includes(field))
  return {
    words: eachField((field) => (taken.includes(field) ? theirs : mine)[field]),
    /** The words that a later merge compares with. */
    began: { ...pick(began, known), ...pick(theirs, settled) },
    taken,
    conflicts,
  }
}

/** Returns these fields of the words. */
export const pick = (words: Partial<Words>, fields: readonly ReportField[]): Partial<Words> =>
  Object.fromEntries(fields.map((field) => [field, words[field]]))
