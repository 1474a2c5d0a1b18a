import type { ComponentProps, ReactNode } from 'react'
import { useLocale } from 'use-intl'
import { ReportFoot } from '../features/answers/foot.tsx'
import { answersTexts } from './answers-texts.ts'
import { AddedTexts } from '../ui/added-texts.tsx'

/** On the day, where a report does not wait for what was answered. */
export default function DayReportFoot(props: ComponentProps<typeof ReportFoot>): ReactNode {
  return (
    <AddedTexts load={answersTexts(useLocale())}>
      <ReportFoot {...props} />
    </AddedTexts>
  )
}
