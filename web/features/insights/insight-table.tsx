import { useLocale, useTranslations } from 'use-intl'
import type { Insight } from '#contract/insights.ts'
import type { User } from '#contract/users.ts'
import { formatNumericDay } from '../../lib/format-date.ts'
import { hueOf, initials, initialsOfName, pictureOf } from '../../lib/person.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import { TypeBadge } from '../../ui/type-badge.tsx'
import { inOrder } from './fortnight.ts'
import { InsightMenu } from './insight-menu.tsx'
import { LikeButton } from './like-button.tsx'

const cell = 'block @min-[640px]:table-cell @min-[640px]:py-3 @min-[640px]:not-last:pr-4 @min-[640px]:align-top'

/** The heads of the columns, shared with the skeleton; in cards they are only read out. */
export function InsightHead() {
  const t = useTranslations('insights')
  const head = 'py-2 not-last:pr-4 text-left t-12 text-text-3'
  return (
    <thead role="rowgroup" className="@max-[639px]:sr-only">
      <tr role="row" className="border-b border-rule">
        <th role="columnheader" scope="col" className={`${head} w-44`}>
          {t('member')}
        </th>
        <th role="columnheader" scope="col" className={`${head} w-30`}>
          {t('type')}
        </th>
        <th role="columnheader" scope="col" className={head}>
          {t('note')}
        </th>
        <th role="columnheader" scope="col" className={`${head} w-20`}>
          {t('date')}
        </th>
        <th role="columnheader" scope="col" className={`${head} w-28 text-right`}>
          {t('likes')}
        </th>
      </tr>
    </thead>
  )
}

/** Two weeks of insights: a table, or ruled cards where the content is narrow; a stronger rule where the type changes. */
export function InsightTable({
  insights,
  members,
  userId,
  onEdit,
}: {
  insights: readonly Insight[]
  members: readonly User[]
  userId: string | undefined
  onEdit: (insight: Insight) => void
}) {
  const t = useTranslations('insights')
  const language = useLocale()
  const ordered = inOrder(insights)
  return (
    <table
      role="table"
      aria-label={t('title')}
      className="block w-full border-collapse @min-[640px]:table @min-[640px]:table-fixed"
    >
      <InsightHead />
      <tbody role="rowgroup" className="block @min-[640px]:table-row-group">
        {ordered.map((insight, index) => {
          const day = insight.created_at.slice(0, 10)
          const next = ordered[index + 1]
          const member = members.find(({ id }) => id === insight.user_id)
          return (
            <tr
              key={insight.id}
              role="row"
              className={`block border-b @max-[639px]:grid @max-[639px]:grid-cols-[auto_minmax(0,1fr)_auto] @max-[639px]:items-center @max-[639px]:gap-x-2 @max-[639px]:py-4 @max-[639px]:[grid-template-areas:'type_who_day''note_note_note''like_like_like'] @min-[640px]:table-row ${next && next.type !== insight.type ? 'border-rule-strong' : 'border-rule'}`}
            >
              <th
                role="rowheader"
                scope="row"
                className={`${cell} text-left @max-[639px]:justify-self-end @max-[639px]:[grid-area:who]`}
              >
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
              </th>
              <td role="cell" className={`${cell} @max-[639px]:[grid-area:type]`}>
                <TypeBadge type={insight.type} />
              </td>
              <td role="cell" className={`${cell} min-w-0 @max-[639px]:mt-2 @max-[639px]:[grid-area:note]`}>
                <Markdown text={insight.note} />
              </td>
              <td role="cell" className={`${cell} t-13 text-text-2 @min-[640px]:pt-3.5 @max-[639px]:[grid-area:day]`}>
                <time dateTime={day}>{formatNumericDay(language, day)}</time>
                {insight.edited && (
                  <span className="t-12 text-text-3 @max-[639px]:ms-1.5 @min-[640px]:block">{t('edited')}</span>
                )}
              </td>
              <td
                role="cell"
                className={`${cell} @max-[639px]:mt-3 @max-[639px]:[grid-area:like] @min-[640px]:py-2.5 @min-[640px]:text-right`}
              >
                <span className="inline-flex items-center gap-1">
                  <LikeButton insight={insight} />
                  {insight.user_id === userId && <InsightMenu insight={insight} onEdit={onEdit} />}
                </span>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
