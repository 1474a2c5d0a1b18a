/** The reactions to a report or a comment, in display order (N5.03). */
export const reactions = ['ok', 'nice', 'thanks', 'learned', 'help'] as const
export type Reaction = (typeof reactions)[number]
