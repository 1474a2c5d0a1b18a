import type { ComponentProps, ReactNode } from 'react'
import { useLocale } from 'use-intl'
import { Thread } from '../features/answers/thread.tsx'
import { AddedTexts } from '../ui/added-texts.tsx'
import { answersTexts } from './answers-texts.ts'
import { useReadThread } from './use-read-thread.ts'

/** Below an insight, once somebody opens it. */
export default function InsightThread(props: Omit<ComponentProps<typeof Thread>, 'subject'>): ReactNode {
  useReadThread({ subject: 'insight', id: props.of.id })
  return (
    <AddedTexts load={answersTexts(useLocale())}>
      <Thread subject="insight" {...props} />
    </AddedTexts>
  )
}
