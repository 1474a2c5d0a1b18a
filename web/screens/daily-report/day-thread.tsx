import type { ComponentProps, ReactNode } from 'react'
import { ReportThread } from '../../features/comments/thread.tsx'
import { useReadThread } from '../shared/use-read-thread.ts'

/** The comments of a report, loaded when they are opened. */
export default function DayThread(props: ComponentProps<typeof ReportThread>): ReactNode {
  useReadThread({ subject: 'report', id: props.report.id })
  return <ReportThread {...props} />
}
