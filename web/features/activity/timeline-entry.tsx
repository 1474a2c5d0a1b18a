import { memo, type ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { ActivityEntry } from '#contract/activity.ts'
import type { User } from '#contract/users.ts'
import { formatShortDay, formatTime } from '../../dates/format-date.ts'
import { MemberAvatar } from '../../domain/member-avatar.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import { ReportLines } from '../../domain/report-text.tsx'
import { TypeBadge } from '../../domain/type-badge.tsx'

/** The classes of the time. On a narrow card without an axis, only screen readers announce the time. */
const onTheAxis = 'sr-only @min-[600px]:not-sr-only @min-[600px]:col-start-2 @min-[600px]:row-start-1 @min-[600px]:py-1'

/**
 * Shows an entry. Other members' entries are left of the axis. The member's own entries are on its right, on a soft
 * background. Text is aligned to the left on both sides (D2.08).
 */
export const TimelineEntry = memo(function TimelineEntry({
  entry,
  member,
  own,
  actions,
}: {
  entry: ActivityEntry
  member: User | undefined
  own: boolean
  actions: ReactNode
}) {
  const language = useLocale()
  const isImported = entry.kind === 'report' && entry.is_imported // its time is unknown (E4.19)
  const words = (
    <div className="min-w-0">
      <Deed entry={entry} own={own} />
      {entry.kind === 'report' && (
        <div className="line-clamp-3 [&_li:only-child]:ps-0 [&_li:only-child]:indent-0 [&_li:only-child]:before:hidden">
          <ReportLines text={entry.text} isExcerpt />
        </div>
      )}
      {entry.kind === 'insight' && (
        <div className="line-clamp-3">
          <Markdown text={entry.text} />
        </div>
      )}
    </div>
  )
  const avatar = <MemberAvatar id={entry.user_id} by={entry.user_name} member={member} size={28} />
  const place = own
    ? 'ml-10 rounded-2 bg-ai-soft px-3 py-2 @min-[600px]:col-start-3 @min-[600px]:ml-0 @min-[600px]:justify-self-start'
    : '@min-[600px]:col-start-1 @min-[600px]:row-start-1'
  return (
    <li className="grid grid-cols-1 @min-[600px]:grid-cols-[minmax(0,1fr)_3.5rem_minmax(0,1fr)] @min-[600px]:gap-x-2">
      <div className={`flex min-w-0 items-start gap-3 ${place}`}>
        {avatar}
        {words}
        {actions}
      </div>
      <time dateTime={entry.at} className={`self-start bg-surface text-center t-12 text-text-3 ${onTheAxis}`}>
        {!isImported && formatTime(language, new Date(entry.at))}
      </time>
    </li>
  )
})

/** Renders a sentence such as 佐伯 美咲が日報を提出 or 自分が [T Try] を追加. */
function Deed({ entry, own }: { entry: ActivityEntry; own: boolean }) {
  const t = useTranslations('activity')
  const language = useLocale()
  const edited = useTranslations('insights')('edited')
  const isOfAnotherDay = entry.kind === 'report' && !entry.at.startsWith(entry.report_date)
  const values = {
    own: String(own),
    name: entry.user_name,
    who: (chunks: ReactNode) => (
      <b dir="auto" className="t-14b text-text">
        {chunks}
      </b>
    ),
  }
  return (
    <p className="t-13 leading-7 text-text-2">
      {entry.kind === 'insight'
        ? t.rich('insightAdded', { ...values, badge: () => <TypeBadge type={entry.type} /> })
        : t.rich(entry.kind === 'report' ? 'reportFiled' : 'memberJoined', values)}
      {isOfAnotherDay && (
        <span className="ms-1.5 t-12 whitespace-nowrap text-text-3">{formatShortDay(language, entry.report_date)}</span>
      )}
      {entry.kind === 'insight' && entry.edited && <span className="ms-1.5 t-12 text-text-3">{edited}</span>}
    </p>
  )
}
