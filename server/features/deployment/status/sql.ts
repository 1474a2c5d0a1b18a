import { sql } from 'kysely'
import type { FailureReason } from '#contract/errors.ts'
import { type DeliveryDestination, deliveryKinds } from '#contract/notifications.ts'
import { type Provider, type SignInProvider, signInProviders } from '#contract/providers.ts'
import type { Scope } from '#server/access/scope.ts'
import type { Db } from '#server/db/database.ts'

export type Heard = {
  service: DeliveryDestination | Provider
  succeeded_at: Date | null
  failed_at: Date | null
  failure: FailureReason | null
}

/**
 * Selects the last success and failure of each service that receives the team's notifications or provides its issues.
 */
export async function selectHeard(db: Db, { teamId }: Scope): Promise<Heard[]> {
  const { rows } = await sql<Heard>`
    select service, max(at) filter (where failure is null) as succeeded_at, max(at) filter (where failure is not null) as failed_at,
      (array_agg(failure order by at desc) filter (where failure is not null))[1] as failure
    from (
      select destination as service, updated_at as at, case when status = 'dead' then coalesce(failure, 'unavailable') end as failure
      from outbox where team_id = ${teamId} and kind = any(${deliveryKinds}) and status in ('sent', 'dead')
      union all
      select source, synced_at, failure from backlog_syncs where team_id = ${teamId}
    ) heard
    group by service`.execute(db)
  return rows
}

export async function countWaiting(db: Db, { teamId }: Scope): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from outbox
    where team_id = ${teamId} and kind = any(${deliveryKinds}) and status in ('pending', 'sending')`.execute(db)
  return rows[0]!.waiting
}

type SignIn = { id: string; name: string; signed_in_at: Date | null; ways: ('password' | SignInProvider)[] }

/** Selects the team's active members, their last sign-in, and whether they have a password or a provider's account. */
export async function selectSignIns(db: Db, { teamId }: Scope): Promise<SignIn[]> {
  const { rows } = await sql<SignIn>`
    select u.id, u.display_name as name, s.signed_in_at,
      case when p.user_id is null then '{}'::text[] else '{password}' end || coalesce(c.ways, '{}') as ways
    from users u
    left join (
      select user_id, max(signed_in_at) as signed_in_at from sessions where team_id = ${teamId} group by user_id
    ) s on s.user_id = u.id
    left join credentials p on p.team_id = ${teamId} and p.user_id = u.id
    left join (
      select user_id, array_agg(provider::text order by provider) as ways from connections
      where team_id = ${teamId} and provider = any(${signInProviders}::text[]) and subject is not null group by user_id
    ) c on c.user_id = u.id
    where u.team_id = ${teamId} and u.is_active
    order by s.signed_in_at desc nulls last, u.display_name, u.id`.execute(db)
  return rows
}
