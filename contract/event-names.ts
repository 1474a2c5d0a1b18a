// Separate from events.ts, so that the login page loads no schema library.

/** The kinds of changes that open screens receive (D7.62). */
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

/** A header of responses to GET: the id of the team's last change before the data was read. */
export const lastEventHeader = 'x-last-event-id'
/** A header of writes and of `GET /events`: the id of the browser tab, so that the tab can identify its own changes. */
export const clientHeader = 'x-client-id'
