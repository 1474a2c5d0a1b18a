import { useLocale, useTranslations } from 'use-intl'
import type { Me } from '#contract/users.ts'
import { paths } from '../../app/paths.ts'
import { formatDayAndTime } from '../../dates/format-date.ts'
import { useIsStored, writeStored } from '../../storage/local-storage.ts'
import { AccountNote } from './account-note.tsx'
import { usePeopleList } from './use-people-list.ts'

const namesAtMost = 3

/**
 * Tells an administrator about new members, including those that have left since (E1.18). If the note is closed, it
 * stays closed in this browser only.
 */
export function NewcomersNote({
  userId,
  newcomers,
  total,
}: {
  userId: string
  newcomers: Me['newcomers']
  total: number
}) {
  const t = useTranslations('newcomersNote')
  const listPeople = usePeopleList()
  const key = `asakai_newcomers:${userId}`
  const newest = newcomers[0]?.id
  // The id of the newest member is stored when the note is closed. Ids sort by time, so a later id shows the note
  // again.
  const isClosed = useIsStored(key, (stored) => (newest === undefined || stored >= newest ? stored : undefined))
  if (isClosed || newest === undefined) return null
  const names = newcomers.slice(0, namesAtMost).map(({ name }) => name)
  const isAnyInvited = newcomers.some(({ invited_by }) => invited_by)
  const close = () => void writeStored(key, newest)
  return (
    <AccountNote link={t('team')} href={paths.team} dismiss={t('dismiss')} onDismiss={close}>
      {t(isAnyInvited ? 'joined' : 'text', { names: listPeople(names, total) })}
      <details>
        <summary className="w-fit cursor-pointer py-1 pointer-coarse:py-3">{t('all')}</summary>
        <ul className="max-h-60 overflow-y-auto">
          {newcomers.map((newcomer) => (
            <li key={newcomer.id} className="py-0.5">
              <Newcomer newcomer={newcomer} />
            </li>
          ))}
          {total > newcomers.length && <li>{t('others', { count: total - newcomers.length })}</li>}
        </ul>
      </details>
    </AccountNote>
  )
}

function Newcomer({ newcomer: { at, invited_by, name, state } }: { newcomer: Me['newcomers'][number] }) {
  const t = useTranslations('newcomersNote')
  const language = useLocale()
  const facts = [
    name,
    formatDayAndTime(language, new Date(at)),
    invited_by ? t('invited', { name: invited_by }) : t('openly'),
    ...(state === 'left' || state === 'deactivated' ? [t(state)] : []),
  ]
  return facts.join(' · ')
}
