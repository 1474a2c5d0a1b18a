import type { ComponentProps, ReactNode } from 'react'
import { Thread } from '../../features/comments/thread.tsx'
import { useReadThread } from '../shared/use-read-thread.ts'

/** The comments of an insight, loaded when they are opened. */
export default function InsightThread(props: Omit<ComponentProps<typeof Thread>, 'subject'>): ReactNode {
  useReadThread({ subject: 'insight', id: props.of.id })
  return <Thread subject="insight" {...props} />
}
