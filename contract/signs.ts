/** The reactions to a report or a comment, in display order (N5.03). */
export const signs = ['ok', 'nice', 'thanks', 'learned', 'help'] as const
export type Sign = (typeof signs)[number]
