/** The modes to notify a team's chat: each report, one thread a day, or one digest at `digest_hour` (N9.03). */
export const chatModes = ['each', 'thread', 'digest'] as const
export type ChatMode = (typeof chatModes)[number]
