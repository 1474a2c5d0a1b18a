import { type ComponentProps, type ReactNode, useState } from 'react'
import { type Blocker, hasEnded } from '#contract/blockers.ts'
import { inMeetingOrder } from '../../features/meeting/blockers.ts'
import { Meeting } from '../../features/meeting/meeting.tsx'

type Props = Omit<ComponentProps<typeof Meeting>, 'blockers'> & {
  known: readonly Blocker[]
  show: (blocker: Blocker) => ReactNode
}

/** The meeting view. Its code is loaded separately, so that the day does not wait for it. */
export default function DayMeeting({ reports, known, show, ...rest }: Props): ReactNode {
  const [openAtStart] = useState(() => new Set(known.flatMap((life) => (hasEnded(life) ? [] : life.id))))
  const blockers = { known, openAtStart, show }
  return <Meeting reports={inMeetingOrder(reports, blockers)} blockers={blockers} {...rest} />
}
