type Flag = boolean | null | undefined
type Person = { id: string; deleted?: Flag; is_bot?: Flag; is_stranger?: Flag }

/** Slack's own helper is listed as a person. */
const slackbot = 'USLACKBOT'

/**
 * Returns true for a person of this workspace that can be invited: no bot, no former user, no guest of another
 * workspace.
 */
export const isPerson = ({ id, deleted, is_bot, is_stranger }: Person): boolean =>
  !deleted && !is_bot && !is_stranger && id !== slackbot
