import type { ComponentProps, ReactNode } from 'react'
import { useLocation } from 'wouter'
import { BlockerLife } from '../features/blockers/life.tsx'
import { threadPath } from './members-paths.ts'

type Props = Omit<ComponentProps<typeof BlockerLife>, 'onComment' | 'large'> & { inMeeting?: boolean }

/** On the day, where the words of a blocker do not wait for what has become of it. */
export default function DayLife({ inMeeting = false, ...props }: Props): ReactNode {
  const [, go] = useLocation()
  const { report_id: id, report_date: date } = props.blocker
  return (
    <BlockerLife
      {...props}
      large={inMeeting}
      // A comment would open behind the meeting.
      onComment={inMeeting ? undefined : () => go(threadPath({ subject: 'report', id, date }))}
    />
  )
}
