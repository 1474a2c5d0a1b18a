import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { endedBlockersQuery, openBlockersQuery } from '../../features/blockers/queries.ts'
import type { Context } from '../../features/dashboard/person-row.tsx'
import { TeamDaySkeleton } from '../../features/dashboard/dashboard-skeletons.tsx'
import { TeamBlockers } from '../../features/dashboard/team-blockers.tsx'
import { useSession } from '../../features/session/session.tsx'
import { useToday } from '../../dates/today.ts'
import { pendingUntil, useLoads } from '../../ui/load.ts'
import { Loaded } from '../../ui/loaded.tsx'
import BlockerStatus from '../shared/blocker-status.tsx'

/**
 * Shows the team's open blockers, and those that ended recently.
 * @param isShown whether the other parts of the dashboard are loaded, so that all parts appear together
 */
export function DashboardBlockers({ isShown, members, dayHref }: Context & { isShown: boolean }) {
  const t = useTranslations('dashboard')
  const { user } = useSession()
  const today = useToday()
  const unresolved = useQuery(openBlockersQuery)
  const resolved = useQuery(endedBlockersQuery('resolved'))
  const unmentioned = useQuery(endedBlockersQuery('unmentioned'))
  const load = pendingUntil(isShown, useLoads(unresolved.data, unresolved))
  return (
    <Loaded load={load} skeleton={<TeamDaySkeleton />} failed={t('partFailed')} inCard>
      {(blockers) => (
        <TeamBlockers
          unresolved={blockers}
          resolved={resolved.data ?? []}
          unmentioned={unmentioned.data ?? []}
          today={today}
          members={members}
          dayHref={dayHref}
          life={(blocker) => user && <BlockerStatus blocker={blocker} user={user} members={members} apart />}
        />
      )}
    </Loaded>
  )
}
