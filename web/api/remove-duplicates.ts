/**
 * Removes duplicate rows from several pages. A row can move to the next page between two reads; it keeps its first
 * position and its latest content.
 */
export const removeDuplicates = <Row extends { id: string }>(rows: readonly Row[]): Row[] => [
  ...new Map(rows.map((row) => [row.id, row])).values(),
]
