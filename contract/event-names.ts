// Apart from events.ts, so that the login need not load the schema library.

/** The kinds of changes that open screens hear of (D7.62). */
export const changeKinds = [
  'report',
  'insight',
  'like',
  'member',
  'invitation',
  'calendar',
  'blocker',
  'read',
  'comment',
  'reaction',
  'mention',
  'draft',
  'import',
  'month',
] as const
export type ChangeKind = (typeof changeKinds)[number]

/** A header of answers to GET: the id of the team's last change before the answer was read. */
export const lastEventHeader = 'x-last-event-id'
/** A header of writes and of `GET /events`: the browser tab that asks, so that it knows its own changes. */
export const clientHeader = 'x-client-id'
