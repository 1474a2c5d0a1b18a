/** The possible choices for a line of the last plan (N8.01, N8.03). */
export const lineOutcomes = ['done', 'carried', 'dropped', 'blocker'] as const
export type LineOutcome = (typeof lineOutcomes)[number]

/** Choices by line. The key is the line as written, without trailing space. A line without an entry has no choice. */
export type Choices = ReadonlyMap<string, LineOutcome>
export const noChoices: Choices = new Map()
