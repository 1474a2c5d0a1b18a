import type { ComponentProps, ReactNode } from 'react'
import { useLocale } from 'use-intl'
import { ReportThread } from '../features/answers/thread.tsx'
import { answersTexts } from './answers-texts.ts'
import { useReadThread } from './use-read-thread.ts'
import { AddedTexts } from '../ui/added-texts.tsx'

/** On the day, once somebody opens it. */
export default function DayThread(props: ComponentProps<typeof ReportThread>): ReactNode {
  useReadThread({ subject: 'report', id: props.report.id })
  return (
    <AddedTexts load={answersTexts(useLocale())}>
      <ReportThread {...props} />
    </AddedTexts>
  )
}
