import type { ComponentProps, ReactNode } from 'react'
import { useLocale } from 'use-intl'
import { SendWaiting } from '../features/answers/send-waiting.tsx'
import { AddedTexts } from '../ui/added-texts.tsx'
import { answersTexts } from './answers-texts.ts'

/** Beside the screens, once something waits. */
export default function SendWaitingAnswers(props: ComponentProps<typeof SendWaiting>): ReactNode {
  return (
    <AddedTexts load={answersTexts(useLocale())}>
      <SendWaiting {...props} />
    </AddedTexts>
  )
}
