import type { ComponentProps, ReactNode } from 'react'
import { useLocation } from 'wouter'
import { BlockerStatusLine } from '../../features/blockers/blocker-status-line.tsx'
import { threadPath } from '../../app/members-paths.ts'
import { replyIn } from './use-threads.tsx'

type Props = Omit<ComponentProps<typeof BlockerStatusLine>, 'onComment' | 'large'> & { inMeeting?: boolean }

/** The status line of a blocker. Its code is loaded separately. The day waits for it, but not for long. */
export default function BlockerStatus({ inMeeting = false, ...props }: Props): ReactNode {
  const [, go] = useLocation()
  const { report_id: id, report_date: date } = props.blocker
  return (
    <BlockerStatusLine
      {...props}
      large={inMeeting}
      // The meeting view covers the comments, so it offers no button for them.
      onComment={inMeeting ? undefined : () => go(threadPath({ subject: 'report', id, date }), { state: replyIn(id) })}
    />
  )
}
