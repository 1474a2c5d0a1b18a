import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { Missing } from '#contract/dashboard.ts'
import type { User } from '#contract/users.ts'
import type { CalendarDate } from '../../dates/dates.ts'
import { withoutMarks } from '../../domain/lines.ts'
import { MemberAvatar } from '../../domain/member-avatar.tsx'

/** The values that every list of people on the dashboard needs. */
export type Context = { members: readonly User[]; dayHref: (date: CalendarDate) => string }

export function PersonRow({
  person: { user_id, user_name },
  date,
  words,
  ghost = false,
  whole = false,
  below,
  members,
  dayHref,
  children,
}: Context & {
  person: Pick<Missing, 'user_id' | 'user_name'>
  date: CalendarDate | null
  /** The lines as the member wrote them. The row shows them without Markdown marks. */
  words: string
  ghost?: boolean
  whole?: boolean
  /** Shown below the row, outside its link. */
  below?: ReactNode
  children?: ReactNode
}) {
  const href = date === null ? undefined : dayHref(date)
  const member = members.find(({ id }) => id === user_id)
  const row = `flex gap-3 ${below === undefined ? 'items-center py-2' : 'items-start pt-3'}`
  const content = (
    <>
      <MemberAvatar id={user_id} by={user_name} member={member} ghost={ghost} />
      <span className="min-w-0 grow">
        <span dir="auto" className="block truncate t-14b">
          {user_name}
        </span>
        <span dir="auto" className={`t-14 text-text-2 ${whole ? 'line-clamp-2' : 'block truncate'}`}>
          {withoutMarks(words)}
        </span>
      </span>
      <span className="flex shrink-0 items-center gap-1 text-right t-12 whitespace-nowrap text-text-3 tabular-nums">
        {children}
      </span>
    </>
  )
  return (
    <li className="border-b border-rule">
      {href === undefined ? (
        <span className={row}>{content}</span>
      ) : (
        <Link href={href} className={`${row} hover:bg-hover active:bg-pressed`}>
          {content}
        </Link>
      )}
      {below !== undefined && <div className="ps-11 pb-3">{below}</div>}
    </li>
  )
}
