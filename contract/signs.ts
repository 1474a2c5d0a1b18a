/** What can be said to a report or a comment by one press, in the order in which it is offered (N5.03). */
export const signs = ['ok', 'nice', 'thanks', 'learned', 'help'] as const
export type Sign = (typeof signs)[number]
