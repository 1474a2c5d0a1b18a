/** Rows of several pages, each in its first place as it was read last: between two of them a row may move onto the next. */
export const eachOnce = <Row extends { id: string }>(rows: readonly Row[]): Row[] => [
  ...new Map(rows.map((row) => [row.id, row])).values(),
]
