import { useLocale, useTranslations } from 'use-intl'
import type { User } from '#contract/users.ts'
import { formatList } from '#contract/format-list.ts'
import { displayName } from '../../domain/person.ts'
import { useReportTime } from '../../domain/report-time.ts'
import { Note } from '../../ui/note.tsx'

const namesAtMost = 3

/** Greets a member on the first day: lists colleagues and explains when reports are written (N1.10). */
export function NewcomerGreeting({ colleagues }: { colleagues: User[] }) {
  const t = useTranslations('firstMinute')
  const time = useReportTime()
  const language = useLocale()
  const more = colleagues.length - namesAtMost
  const names = colleagues.slice(0, namesAtMost).map(displayName)
  return (
    <div className="my-4">
      <Note>
        {t(`newcomer.${time}`, {
          names: formatList(language, more > 0 ? [...names, t('others', { count: more })] : names),
        })}
      </Note>
    </div>
  )
}
