import { Eye } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { DayReport } from '#contract/reports.ts'
import type { User } from '#contract/users.ts'
import { MemberAvatar } from '../../domain/member-avatar.tsx'

const most = 7 // faces

type Reader = NonNullable<DayReport['readers']>[number]

/**
 * Shows the member how many members have read their own report. A press lists those readers.
 * Other members do not see the number. The list never names members who have not read the report (N5.01).
 */
export function ReaderCount({ readers, members }: { readers: readonly Reader[]; members: readonly User[] }) {
  const t = useTranslations('reads')
  const [isOpen, setIsOpen] = useState(false)
  if (readers.length === 0) return null
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        className="inline-flex h-7 cursor-pointer items-center gap-1 rounded-2 px-1 t-12 text-text-3 hover:bg-hover pointer-coarse:h-11 pointer-coarse:min-w-11"
        onClick={() => setIsOpen(!isOpen)}
      >
        <Eye size={14} strokeWidth={1.75} aria-hidden />
        <span aria-hidden className="tabular-nums">
          {readers.length}
        </span>
        <span className="sr-only">{t('readBy', { count: readers.length })}</span>
      </button>
      {isOpen && <ReaderList readers={readers} members={members} />}
    </>
  )
}

function ReaderList({ readers, members }: { readers: readonly Reader[]; members: readonly User[] }) {
  const t = useTranslations('reads')
  const [areAllShown, setAreAllShown] = useState(false)
  const rest = readers.slice(most)
  return (
    <div className="flex w-full flex-wrap items-center gap-1 pl-1">
      {readers.slice(0, most).map(({ user_id, user_name }) => {
        const member = members.find(({ id }) => id === user_id)
        return <MemberAvatar key={user_id} id={user_id} by={user_name} member={member} size={24} name={user_name} />
      })}
      {rest.length > 0 && (
        <button
          type="button"
          aria-expanded={areAllShown}
          aria-label={t('more', { count: rest.length })}
          className="cursor-pointer rounded-2 px-1 t-12 text-text-2 hover:bg-hover pointer-coarse:h-11 pointer-coarse:min-w-11"
          onClick={() => setAreAllShown(!areAllShown)}
        >
          +{rest.length}
        </button>
      )}
      {areAllShown && (
        <ul className="max-h-60 w-full overflow-y-auto t-12 text-text-2">
          {rest.map(({ user_id, user_name }) => (
            <li key={user_id} dir="auto">
              {user_name}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
