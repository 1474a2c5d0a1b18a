import { type ReportValues, type ValueField, valueFields, withChanges } from '#contract/report-fields.ts'

/**
 * Merges the member's values into a report that changed elsewhere, field by field.
 * @param began the values when the member began to edit; a field without a value counts as changed on both sides
 */
export function merge(began: Partial<ReportValues>, mine: ReportValues, theirs: ReportValues) {
  const differing = valueFields.filter((field) => theirs[field] !== began[field] && theirs[field] !== mine[field])
  /** Fields that changed only elsewhere. */
  const taken = differing.filter((field) => mine[field] === began[field])
  /** Fields that changed on both sides. They keep the member's text until the member chooses. */
  const conflicts = differing.filter((field) => !taken.includes(field))
  const known = conflicts.filter((field) => began[field] !== undefined)
  const settled = valueFields.filter((field) => !conflicts.includes(field))
  return {
    words: withChanges(mine, pick(theirs, taken)),
    /** The values that the next merge compares with. */
    began: { ...pick(began, known), ...pick(theirs, settled) },
    taken,
    conflicts,
  }
}

export const pick = (words: Partial<ReportValues>, fields: readonly ValueField[]): Partial<ReportValues> =>
  Object.fromEntries(fields.map((field) => [field, words[field]]))
