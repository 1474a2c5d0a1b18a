type Person = { id?: string; deleted?: boolean; is_bot?: boolean; is_stranger?: boolean }

/** Slack's own helper is listed as a person. */
const slackbot = 'USLACKBOT'

/** Somebody of the workspace who can be invited: no bot, nobody who has left, nobody of another workspace. */
export const isPerson = <P extends Person>(person: P): person is P & { id: string } =>
  !!person.id && !person.deleted && !person.is_bot && !person.is_stranger && person.id !== slackbot
