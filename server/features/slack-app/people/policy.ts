type Flag = boolean | null | undefined
type Person = { id: string; deleted?: Flag; is_bot?: Flag; is_stranger?: Flag }

/** The id of Slackbot, which Slack lists as a person. */
const slackbot = 'USLACKBOT'

/**
 * Returns whether an entry is a person of this workspace who can be invited: no bot, no former user, and no guest from
 * another workspace.
 */
export const isPerson = ({ id, deleted, is_bot, is_stranger }: Person): boolean =>
  !deleted && !is_bot && !is_stranger && id !== slackbot
