import type { Channel } from '#server/providers/slack/channels.ts'

/** The place for which a team's bot token is sealed; it opens nowhere else. */
export const placeOf = (teamId: string) => `slack_workspaces:${teamId}`
/**
 * The sealed content. @property channel of the team's reports, once an administrator has chosen one; else the operator's
 */
export type Kept = { botToken: string; channel?: Channel | undefined }
