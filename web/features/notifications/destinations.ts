import type { ConnectionProvider } from '#contract/connections.ts'
import type { Settings } from '#contract/users.ts'
import { GoogleLetter, SlackMark } from '../../ui/brand-marks.tsx'

export type Destination = Settings['notifications']['destination']

/** Where a notification can go; `through` one of these accounts, the first of which `account` names. */
export const destinations = [
  { id: 'slack', name: 'Slack', Mark: SlackMark, account: 'Slack', through: ['slack'] },
  { id: 'google-chat', name: 'Google Chat', Mark: GoogleLetter, account: 'Google', through: ['google', 'google-chat'] },
] as const satisfies readonly {
  id: Destination
  name: string
  Mark: () => unknown
  account: string
  through: readonly ConnectionProvider[]
}[]
