/** What becomes of a line of the last plan (N8.01, N8.03). */
export const ways = ['done', 'carried', 'dropped', 'blocker'] as const
export type Way = (typeof ways)[number]

/** By the line, as it was written but for the space at its end; of the others nothing has been chosen. */
export type Choices = ReadonlyMap<string, Way>
export const noChoices: Choices = new Map()
