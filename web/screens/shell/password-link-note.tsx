import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Me } from '#contract/users.ts'
import { paths } from '../../app/paths.ts'
import { formatDay } from '../../dates/format-date.ts'
import { useIsStored, writeStored } from '../../storage/local-storage.ts'
import { AccountNote } from './account-note.tsx'

const shownFor = 30 * 24 * 60 * 60_000 // milliseconds

type Link = Me['password_links'][number]

/**
 * Tells a member that an administrator created a link for a new password of theirs, and whether the link was used
 * (E1.06). If the note is closed, it stays closed in this browser only. Otherwise an intruder with the link could hide
 * the note from the member.
 */
export function PasswordLinkNote({ userId, link }: { userId: string; link: Link }) {
  const t = useTranslations('passwordLinkNote')
  const language = useLocale()
  const moment = link.used_at ?? link.made_at
  const key = `asakai_password_link:${userId}:${link.made_at}`
  const isClosed = useIsStored(key, (stored) => (stored === moment ? stored : undefined))
  const [now] = useState(() => Date.now())
  if (isClosed || now - Date.parse(moment) > shownFor) return null
  const by = link.made_by ?? undefined
  const act = link.used_at === null ? 'made' : 'used'
  const date = formatDay(language, moment.slice(0, 10)) // in the team's time zone
  const close = () => void writeStored(key, moment)
  return (
    <AccountNote link={t('change')} href={paths.settings} dismiss={t('dismiss')} onDismiss={close}>
      {by === undefined ? t(act, { date }) : t(`${act}By`, { date, by })}
    </AccountNote>
  )
}
