import { useLocale, useTranslations } from 'use-intl'
import type { Me } from '#contract/users.ts'
import { paths } from '../../app/paths.ts'
import { formatDay } from '../../dates/format-date.ts'
import { useIsStored, writeStored } from '../../storage/local-storage.ts'
import { AccountNote } from './account-note.tsx'
import { usePeopleList } from './use-people-list.ts'

/**
 * Tells the owner of an email address that their account and its team existed before they proved the address. Names the
 * members who can read their reports (E1.16). If the note is closed, it stays closed in this browser only.
 */
export function ClaimedNote({ userId, claimed }: { userId: string; claimed: NonNullable<Me['claimed']> }) {
  const t = useTranslations('claimedNote')
  const language = useLocale()
  const listPeople = usePeopleList()
  const key = `asakai_claimed:${userId}`
  const isClosed = useIsStored(key, (stored) => (stored === claimed.at ? stored : undefined))
  if (isClosed || claimed.members.length === 0) return null
  const date = formatDay(language, claimed.at.slice(0, 10)) // in the team's time zone
  const close = () => void writeStored(key, claimed.at)
  return (
    <AccountNote link={t('team')} href={paths.team} dismiss={t('dismiss')} onDismiss={close}>
      {t('text', { date, members: listPeople(claimed.members, claimed.total) })}
    </AccountNote>
  )
}
