import type { Destination } from '#contract/connections.ts'
import { GoogleLetter, SlackMark } from '../../ui/brand-marks.tsx'

/** Where the team's notifications can go. */
export const destinations = [
  { id: 'slack', name: 'Slack', Mark: SlackMark },
  { id: 'google-chat', name: 'Google Chat', Mark: GoogleLetter },
] as const satisfies readonly { id: Destination; name: string; Mark: () => unknown }[]
