import type { ComponentProps, ReactNode } from 'react'
import { useLocale } from 'use-intl'
import { useLocation } from 'wouter'
import { BlockerLife } from '../features/blockers/life.tsx'
import { AddedTexts } from '../ui/added-texts.tsx'
import type { Messages } from '../ui/with-texts.tsx'
import { threadPath } from './members-paths.ts'

const texts = import.meta.glob<Messages>('../../locales/*.json', { import: 'default', query: '?blockers' })

type Props = Omit<ComponentProps<typeof BlockerLife>, 'onComment'>

/** On the day, where the words of a blocker do not wait for what has become of it. */
export default function DayLife(props: Props): ReactNode {
  const [, go] = useLocation()
  const { report_id: id, report_date: date } = props.blocker
  return (
    <AddedTexts load={texts[`../../locales/${useLocale()}.json`]!}>
      <BlockerLife {...props} onComment={() => go(threadPath({ subject: 'report', id, date }))} />
    </AddedTexts>
  )
}
