/** The modes to notify a team's chat: each report, one thread a day, or one digest at `digest_hour` (N9.03). */
export const toldAs = ['each', 'thread', 'digest'] as const
export type ToldAs = (typeof toldAs)[number]
