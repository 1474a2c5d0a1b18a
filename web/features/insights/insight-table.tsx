import { Fragment, type ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Insight } from '#contract/insights.ts'
import type { User } from '#contract/users.ts'
import { formatNumericDay } from '../../lib/format-date.ts'
import { hueOf, initials, initialsOfName, pictureOf } from '../../lib/person.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import { Cell, type Column, Row, RowHead, Table } from '../../ui/table.tsx'
import { TypeBadge } from '../../ui/type-badge.tsx'
import { inOrder } from './fortnight.ts'
import { InsightMenu } from './insight-menu.tsx'
import { TryLife } from './try-life.tsx'
import { LikeButton } from './like-button.tsx'

/** Of the ids of the rows; then comes the insight's. */
export const rowIdPrefix = 'insight-'

/** In a card: what and whose on one line, then the words, then the likes. */
const card =
  '@max-[639px]:grid @max-[639px]:grid-cols-[auto_minmax(0,1fr)_auto] @max-[639px]:items-center @max-[639px]:gap-x-2 ' +
  "@max-[639px]:[grid-template-areas:'type_who_day''note_note_note''like_like_like']"

/** The columns, shared with the skeleton. */
export function useInsightColumns(): Column[] {
  const t = useTranslations('insights')
  return [
    { name: t('member'), className: 'w-44' },
    { name: t('type'), className: 'w-30' },
    { name: t('note') },
    { name: t('date'), className: 'w-20' },
    { name: t('likes'), className: 'w-34 text-right' },
  ]
}

/** Two weeks of insights: a table, or ruled cards where the content is narrow; a stronger rule where the type changes. */
export function InsightTable({
  insights,
  members,
  userId,
  onEdit,
  foot,
  below,
}: {
  insights: readonly Insight[]
  members: readonly User[]
  userId: string | undefined
  onEdit: (insight: Insight) => void
  /** Beside the likes. */
  foot: (insight: Insight) => ReactNode
  /** In a row of its own, below the words. */
  below: (insight: Insight) => ReactNode
}) {
  const t = useTranslations('insights')
  const language = useLocale()
  const ordered = inOrder(insights)
  return (
    <Table look="short" label={t('title')} columns={useInsightColumns()}>
      {ordered.map((insight, index) => {
        const day = insight.created_at.slice(0, 10)
        const next = ordered[index + 1]
        const member = members.find(({ id }) => id === insight.user_id)
        const isLast = next !== undefined && next.type !== insight.type
        const thread = below(insight)
        return (
          <Fragment key={insight.id}>
            <Row id={rowIdPrefix + insight.id} tabIndex={-1} isLast={isLast && !thread} className={card}>
              <RowHead className="@max-[639px]:justify-self-end @max-[639px]:[grid-area:who]">
                <span className="flex items-center gap-2 t-14">
                  <Avatar
                    size={24}
                    initials={member ? initials(member) : initialsOfName(insight.user_name)}
                    hue={hueOf(insight.user_id)}
                    picture={member && pictureOf(member)}
                  />
                  <span dir="auto" className="min-w-0">
                    {insight.user_name}
                  </span>
                </span>
              </RowHead>
              <Cell className="@max-[639px]:[grid-area:type]">
                <TypeBadge type={insight.type} />
              </Cell>
              <Cell className="min-w-0 @max-[639px]:mt-2 @max-[639px]:[grid-area:note]">
                <Markdown text={insight.note} />
                <TryLife insight={insight} userId={userId} />
              </Cell>
              <Cell className="t-13 text-text-2 @min-[640px]:pt-3.5 @max-[639px]:[grid-area:day]">
                <time dateTime={day}>{formatNumericDay(language, day)}</time>
                {insight.edited && (
                  <span className="t-12 text-text-3 @max-[639px]:ms-1.5 @min-[640px]:block">{t('edited')}</span>
                )}
              </Cell>
              <Cell className="@max-[639px]:mt-3 @max-[639px]:[grid-area:like] @min-[640px]:py-2.5 @min-[640px]:text-right">
                <span className="inline-flex items-center gap-1">
                  <LikeButton insight={insight} />
                  {foot(insight)}
                  {insight.user_id === userId && <InsightMenu insight={insight} onEdit={onEdit} />}
                </span>
              </Cell>
            </Row>
            {thread && (
              <Row isLast={isLast}>
                <Cell colSpan={2} className="@max-[639px]:hidden" />
                <Cell colSpan={3}>{thread}</Cell>
              </Row>
            )}
          </Fragment>
        )
      })}
    </Table>
  )
}
