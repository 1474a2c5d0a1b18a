import { useLocale, useTranslations } from 'use-intl'
import { useLocation } from 'wouter'
import { formatList } from '#contract/format-list.ts'
import type { Me } from '#contract/users.ts'
import { paths } from '../../app/paths.ts'
import { formatDay } from '../../dates/format-date.ts'
import { useIsStored, writeStored } from '../../storage/local-storage.ts'
import { Note } from '../../ui/note.tsx'

/**
 * Tells the owner of an email address that their account and its team existed before they proved the address. Names the
 * members that can read their reports (E1.16). If the note is closed, it stays closed in this browser only.
 */
export function ClaimedNote({ userId, claimed }: { userId: string; claimed: NonNullable<Me['claimed']> }) {
  const t = useTranslations('claimedNote')
  const person = useTranslations('common')
  const others = useTranslations('newcomersNote')
  const language = useLocale()
  const [, go] = useLocation()
  const key = `asakai_claimed:${userId}`
  const isClosed = useIsStored(key, (stored) => (stored === claimed.at ? stored : undefined))
  if (isClosed || claimed.members.length === 0) return null
  const date = formatDay(language, claimed.at.slice(0, 10)) // in the team's time zone
  const names = claimed.members.map((name) => person('person', { name }))
  const more = claimed.total - names.length
  const members = formatList(language, more > 0 ? [...names, others('others', { count: more })] : names)
  return (
    <div className="px-4 pt-3 md:px-8 print:hidden">
      <Note
        kind="warn"
        actions={[
          { label: t('team'), onClick: () => go(paths.team) },
          { label: t('dismiss'), onClick: () => void writeStored(key, claimed.at) },
        ]}
      >
        {t('text', { date, members })}
      </Note>
    </div>
  )
}
