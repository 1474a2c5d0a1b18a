import { type ReactNode, useMemo, useRef } from 'react'
import { useTranslations } from 'use-intl'
import type { Insight } from '#contract/insights.ts'
import type { User } from '#contract/users.ts'
import { useDrawn } from '../../lib/use-drawn.ts'
import { type Column, Table } from '../../ui/table.tsx'
import { inOrder } from './fortnight.ts'
import { InsightRow, type Placed, widths } from './insight-row.tsx'
import { useLikes } from './like-button.tsx'
import { useTries } from './try-life.tsx'

/** The columns, shared with the skeleton. */
export function useInsightColumns(): Column[] {
  const t = useTranslations('insights')
  return [
    { name: t('member'), className: widths.member },
    { name: t('type'), className: widths.type },
    { name: t('note'), className: widths.note },
    { name: t('date'), className: widths.date },
    { name: t('likes'), className: `text-right ${widths.likes}` },
  ]
}

/** Two weeks of insights: a table, or ruled cards where the content is narrow; a stronger rule where the type changes. */
export function InsightTable({
  insights,
  members,
  userId,
  isAwaited,
  whole,
  below,
  onEdit,
  foot,
}: {
  insights: readonly Insight[]
  /** They come from the server, while the page shows that it loads. */
  isAwaited: boolean
  members: readonly User[]
  userId: string | undefined
  /** Somebody looks for one of them, wherever it stands. */
  whole: boolean
  below: (insight: Insight) => ReactNode
} & Placed) {
  const t = useTranslations('insights')
  const edited = t('edited')
  const columns = useInsightColumns()
  const tries = useTries()
  const likes = useLikes()
  const ordered = useMemo(() => inOrder(insights), [insights])
  const memberBy = useMemo(() => new Map(members.map((member) => [member.id, member])), [members])
  const end = useRef<HTMLDivElement>(null)
  const drawn = useDrawn(ordered.length, { isAwaited, isWhole: whole, calmAfter: 0, end })
  // Each row is one and the same element each time: those that stay are not looked into when more come.
  const rows = useMemo(
    () =>
      ordered.map((insight, index) => {
        const next = ordered[index + 1]
        return (
          <InsightRow
            key={insight.id}
            insight={insight}
            member={memberBy.get(insight.user_id)}
            userId={userId}
            isLast={next !== undefined && next.type !== insight.type}
            thread={below(insight)}
            edited={edited}
            likes={likes}
            tries={tries}
            onEdit={onEdit}
            foot={foot}
          />
        )
      }),
    [ordered, memberBy, userId, below, edited, likes, tries, onEdit, foot],
  )
  return (
    <>
      <Table look="short" label={t('title')} columns={columns}>
        {rows.slice(0, drawn)}
      </Table>
      {/* About as high as they will be. */}
      <div ref={end} style={{ blockSize: `${Math.max(0, ordered.length - drawn) * 4.5}rem` }} />
    </>
  )
}
