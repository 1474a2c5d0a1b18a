import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { type Blocker, hasEnded } from '#contract/blockers.ts'
import { addDays, type CalendarDate } from '../../dates/dates.ts'
import { CollapsibleList } from '../../ui/collapsible-list.tsx'
import { DashboardPart, Rows } from './dashboard-part.tsx'
import { type Context, PersonRow } from './person-row.tsx'

const unresolvedAtMost = 5
const endedFor = 14 // days

/**
 * Lists the team's open blockers in the given order. Below, recently ended blockers are collapsed.
 */
export function TeamBlockers({
  unresolved,
  resolved,
  unmentioned,
  today,
  life,
  ...context
}: Context & {
  unresolved: readonly Blocker[]
  resolved: readonly Blocker[]
  unmentioned: readonly Blocker[]
  today: CalendarDate
  life: (blocker: Blocker) => ReactNode
}) {
  const t = useTranslations('dashboard')
  const since = addDays(today, -endedFor)
  const open = unresolved.filter((blocker) => !hasEnded(blocker))
  const lately = (ended: readonly Blocker[]) =>
    ended.filter((blocker) => hasEnded(blocker) && blocker.resolved_on !== null && blocker.resolved_on > since)
  const folds = [
    { name: t('blockersResolved'), ended: lately(resolved) },
    { name: t('blockersUnmentioned'), ended: lately(unmentioned) },
  ]
  const row = (blocker: Blocker) => (
    <PersonRow
      key={blocker.id}
      person={{ user_id: blocker.opened_by, user_name: blocker.opened_by_name }}
      date={blocker.report_date}
      words={blocker.text}
      whole
      below={life(blocker)}
      {...context}
    />
  )
  return (
    <DashboardPart title={t('blockers')} aside={open.length > 0 && t('blockersCount', { count: open.length })}>
      <div className="mt-3 border-t border-rule">
        {open.length === 0 && <p className="border-b border-rule py-3 t-13 text-text-3">{t('blockersEmpty')}</p>}
        {open.length > 0 && (
          <Rows items={open} atMost={unresolvedAtMost} label={t('blockers')}>
            {row}
          </Rows>
        )}
        {folds.map(
          ({ name, ended }) =>
            ended.length > 0 && (
              <CollapsibleList key={name} name={name} count={ended.length} heading="h3">
                {ended.map(row)}
              </CollapsibleList>
            ),
        )}
      </div>
    </DashboardPart>
  )
}
