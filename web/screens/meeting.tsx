import type { ComponentProps, ReactNode } from 'react'
import { useLocale } from 'use-intl'
import { inMeetingOrder, Meeting } from '../features/meeting/meeting.tsx'
import { AddedTexts } from '../ui/added-texts.tsx'
import type { Messages } from '../ui/with-texts.tsx'

const texts = import.meta.glob<Messages>('../../locales/*.json', { import: 'default', query: '?meeting' })

/** The meeting view, which the day does not wait for. */
export default function DayMeeting({ reports, ...rest }: ComponentProps<typeof Meeting>): ReactNode {
  return (
    <AddedTexts load={texts[`../../locales/${useLocale()}.json`]!}>
      <Meeting reports={inMeetingOrder(reports)} {...rest} />
    </AddedTexts>
  )
}
