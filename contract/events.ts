import * as z from 'zod/mini'

/** What can change on a team's open screens (D7.62). */
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

/** One server-sent event: `event: change`, `data: {"kind": …}`. What has changed exactly, the reader asks for itself. */
export const Change = z.object({ kind: z.enum(changeKinds) })
export type ChangeKind = (typeof changeKinds)[number]
