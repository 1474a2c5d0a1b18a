import { type ReactNode, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import type { Insight } from '#contract/insights.ts'
import type { User } from '#contract/users.ts'
import { Button } from '../../ui/button.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { sortInsights } from './fortnight.ts'
import { InsightRow, type InsightRowSlots, widths } from './insight-row.tsx'

const shownAtOnce = 100

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

/**
 * Shows the insights of two weeks: a table, or cards if the space is narrow. A thicker line separates the types. Shows
 * the first hundred insights, and a button for more.
 */
export function InsightTable({
  insights,
  members,
  soughtId,
  below,
  ...placed
}: {
  insights: readonly Insight[]
  members: readonly User[]
  /** The id in the URL. Its insight is shown even if it is beyond the limit. */
  soughtId: string
  below: (insight: Insight) => ReactNode
} & InsightRowSlots) {
  const t = useTranslations('insights')
  const columns = useInsightColumns()
  const [limit, setLimit] = useState(shownAtOnce)
  const firstNew = useRef<HTMLTableRowElement>(null)
  const ordered = useMemo(() => sortInsights(insights), [insights])
  const shown = ordered.slice(0, Math.max(limit, ordered.findIndex(({ id }) => id === soughtId) + 1))
  const hidden = ordered.length - shown.length
  /** Moves the focus to the first new row, because the pressed button may disappear. */
  const showMore = () => {
    flushSync(() => setLimit(shown.length + shownAtOnce))
    firstNew.current?.focus()
  }
  return (
    <>
      <Table look="short" label={t('title')} columns={columns}>
        {shown.map((insight, index) => {
          const next = ordered[index + 1]
          return (
            <InsightRow
              key={insight.id}
              ref={index === limit - shownAtOnce ? firstNew : undefined}
              insight={insight}
              member={members.find(({ id }) => id === insight.user_id)}
              isLast={next !== undefined && next.type !== insight.type}
              thread={below(insight)}
              {...placed}
            />
          )
        })}
      </Table>
      {hidden > 0 && (
        <div className="pt-5 max-md:grid">
          <Button kind="line" onClick={showMore}>
            {t('more', { count: Math.min(hidden, shownAtOnce) })}
          </Button>
        </div>
      )}
    </>
  )
}
