import type { Channel } from '#server/providers/slack/channels.ts'

/** Where a team's bot token is kept, and the only place where it opens. */
export const placeOf = (teamId: string) => `slack_workspaces:${teamId}`
/** What opens there. @property channel where its reports go, once an administrator has chosen; else the operator's */
export type Kept = { botToken: string; channel?: Channel | undefined }
