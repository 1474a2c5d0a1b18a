/** The possible choices for a line of the last plan (N8.01, N8.03). */
export const lineOutcomes = ['done', 'carried', 'dropped', 'blocker'] as const
export type LineOutcome = (typeof lineOutcomes)[number]

/** The choices by line. A key is the line as in the plan, without blanks at its end. Other lines have no choice. */
export type Choices = ReadonlyMap<string, LineOutcome>
export const noChoices: Choices = new Map()
