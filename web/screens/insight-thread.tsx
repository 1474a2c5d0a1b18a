import type { ComponentProps, ReactNode } from 'react'
import { Thread } from '../features/answers/thread.tsx'
import { useReadThread } from './use-read-thread.ts'

/** Below an insight, once somebody opens it. */
export default function InsightThread(props: Omit<ComponentProps<typeof Thread>, 'subject'>): ReactNode {
  useReadThread({ subject: 'insight', id: props.of.id })
  return <Thread subject="insight" {...props} />
}
