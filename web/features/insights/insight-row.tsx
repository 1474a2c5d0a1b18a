import { memo, type ReactNode, type Ref } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Insight } from '#contract/insights.ts'
import type { User } from '#contract/users.ts'
import { ownDate } from '../../dates/own-zone.ts'
import { formatNumericDay } from '../../dates/format-date.ts'
import { MemberAvatar } from '../../domain/member-avatar.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import { Cell, TableRow, RowHead } from '../../ui/table.tsx'
import { TypeBadge } from '../../domain/type-badge.tsx'
import { InsightMenu } from './insight-menu.tsx'
import { LikeButton } from './like-button.tsx'
import { TryStatus } from './try-status.tsx'

export const insightRowIdPrefix = 'insight-'

/** The actions and controls of a row. The functions must be stable, or the memoized rows would all render again. */
export type InsightRowSlots = {
  userId: string | undefined
  onEdit: (insight: Insight) => void
  /** Renders controls beside the likes. */
  foot: (insight: Insight, isOpen: boolean) => ReactNode
}

/**
 * Limits the search for CSS anchors, such as the list of names in a thread, to the row. Without this, the browser
 * searches all rows for anchors each time a row is added.
 */
const contained = 'contain-layout '

export const widths = {
  member: '@min-[800px]:w-44',
  type: '@min-[800px]:w-30',
  note: '@min-[800px]:flex-1',
  date: '@min-[800px]:w-20',
  likes: '@min-[800px]:w-34',
}

/** The grid of the card layout: type, author and date on one line, then the note, then the likes. */
const card =
  '@max-[799px]:grid @max-[799px]:grid-cols-[auto_minmax(0,1fr)_auto] @max-[799px]:items-center @max-[799px]:gap-x-2 ' +
  "@max-[799px]:[grid-template-areas:'type_who_day''note_note_note''like_like_like']"

/**
 * Shows an insight as a table row, or as a card on narrow screens.
 * Memoized, so that it renders only if its own data has changed.
 */
export const InsightRow = memo(function InsightRow({
  ref,
  insight,
  member,
  userId,
  isLast,
  thread,
  onEdit,
  foot,
}: {
  ref?: Ref<HTMLTableRowElement> | undefined
  insight: Insight
  member: User | undefined
  /** Whether this is the last row of its type. */
  isLast: boolean
  /** Shown in a separate row below the note. */
  thread: ReactNode
} & InsightRowSlots) {
  const t = useTranslations('insights')
  const language = useLocale()
  const day = ownDate(new Date(insight.created_at))
  return (
    <>
      <TableRow
        ref={ref}
        id={insightRowIdPrefix + insight.id}
        tabIndex={-1}
        isLast={isLast && !thread}
        className={contained + card}
      >
        <RowHead
          className={`flex! items-center gap-2 t-14 @max-[799px]:justify-self-end @max-[799px]:[grid-area:who] ${widths.member}`}
        >
          <MemberAvatar id={insight.user_id} by={insight.user_name} member={member} size={24} />
          <span dir="auto" className="min-w-0">
            {insight.user_name}
          </span>
        </RowHead>
        <Cell className={`@max-[799px]:[grid-area:type] ${widths.type}`}>
          <TypeBadge type={insight.type} />
        </Cell>
        <Cell className={`min-w-0 @max-[799px]:mt-2 @max-[799px]:[grid-area:note] ${widths.note}`}>
          <Markdown text={insight.note} />
          {insight.try && userId && <TryStatus insight={insight} its={insight.try} userId={userId} />}
        </Cell>
        <Cell className={`t-13 text-text-2 @min-[800px]:pt-3.5 @max-[799px]:[grid-area:day] ${widths.date}`}>
          <time dateTime={day}>{formatNumericDay(language, day)}</time>
          {insight.edited && (
            <span className="t-12 text-text-3 @max-[799px]:ms-1.5 @min-[800px]:block">{t('edited')}</span>
          )}
        </Cell>
        <Cell
          className={`flex! items-center gap-1 @max-[799px]:mt-3 @max-[799px]:[grid-area:like] @min-[800px]:justify-end @min-[800px]:py-2.5 ${widths.likes}`}
        >
          <LikeButton insight={insight} />
          {foot(insight, Boolean(thread))}
          {insight.user_id === userId && <InsightMenu insight={insight} onEdit={onEdit} />}
        </Cell>
      </TableRow>
      {thread && (
        <TableRow isLast={isLast}>
          <Cell colSpan={2} className="@max-[799px]:hidden @min-[800px]:w-74" />
          <Cell colSpan={3} className="min-w-0 @min-[800px]:flex-1">
            {thread}
          </Cell>
        </TableRow>
      )}
    </>
  )
})
