/** How a team is told where it chats: of each report by itself, in one thread a day, or by one digest (N9.03). A digest comes at `digest_hour`. */
export const toldAs = ['each', 'thread', 'digest'] as const
export type ToldAs = (typeof toldAs)[number]
