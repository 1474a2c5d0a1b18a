import { sql } from 'kysely'
import type { Me } from '#contract/users.ts'
import type { Db } from '#server/db/database.ts'

type Member = { teamId: string; userId: string }

/**
 * Records that a member joined.
 * @param join.isSignUp whether the member joined because the team is open for people without an invitation
 * @returns false if the team had no other members; then nothing is recorded
 */
export async function insertJoin(
  db: Db,
  { teamId, userId }: Member,
  {
    id,
    invitedBy,
    isSignUp,
    now,
  }: { id: string; invitedBy: { id: string; name: string } | undefined; isSignUp: boolean; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into joins as j (team_id, id, user_id, name, invited_by, invited_by_name, joined_at, opened_by, opened_at)
    select u.team_id, ${id}::uuid, u.id, u.display_name, ${invitedBy?.id ?? null}::uuid, ${invitedBy?.name ?? null}::text,
           ${now}::timestamptz, t.opened_by, t.opened_at
    from users u left join teams t on t.id = u.team_id and ${isSignUp}
    where u.team_id = ${teamId} and u.id = ${userId}
      and exists (select from users o where o.team_id = ${teamId} and o.id <> ${userId})
    returning j.id`.execute(db)
  return rows.length > 0
}

const namedAtMost = 100

/**
 * Returns the newest joins of the last 30 days for an administrator, and the number of all. Leaves out the
 * administrator's own join and the members whom they invited. Returns none for other members.
 */
export async function selectNewcomers(
  db: Db,
  { teamId, userId }: Member,
  now: Date,
): Promise<Pick<Me, 'newcomers' | 'newcomers_total'>> {
  const { rows } = await sql<Me['newcomers'][number] & { total: number }>`
    select j.id, j.user_id, j.name, iso_in_zone(j.joined_at, t.time_zone) as at, j.invited_by_name as invited_by,
           case when m.id is null or m.left_at is not null then 'left' when m.is_active then 'active' else 'deactivated' end as state,
           (count(*) over ())::int as total
    from joins j join teams t on t.id = j.team_id
    left join users m on m.team_id = ${teamId} and m.id = j.user_id
    where j.team_id = ${teamId} and j.user_id <> ${userId} and j.invited_by is distinct from ${userId}
      and j.joined_at > ${now}::timestamptz - interval '30 days'
      and exists (select from users a where a.team_id = ${teamId} and a.id = ${userId} and a.is_admin)
    order by j.joined_at desc, j.id desc limit ${namedAtMost}`.execute(db)
  return {
    newcomers: rows.map(({ total: _total, ...newcomer }) => newcomer),
    newcomers_total: rows[0]?.total ?? 0,
  }
}

const signUpsNamed = 20

/**
 * Returns the active members who signed up while the team was open, if one of the openers had opened it at their `from`
 * or later.
 * @returns `newest`: the last 20 of these members; `total`: the number of all
 */
export async function selectSignUps(
  db: Db,
  { teamId }: Pick<Member, 'teamId'>,
  openers: readonly { userId: string; from: Date }[],
): Promise<{ newest: { name: string; at: Date }[]; total: number }> {
  const { rows } = await sql<{ name: string; at: Date; total: number }>`
    select m.display_name as name, j.joined_at as at, (count(*) over ())::int as total
    from joins j join users m on m.team_id = ${teamId} and m.id = j.user_id and m.is_active
    join unnest(${openers.map(({ userId }) => userId)}::uuid[], ${openers.map(({ from }) => from)}::timestamptz[]) o (id, since)
      on o.id = j.opened_by and j.opened_at >= o.since
    where j.team_id = ${teamId}
    order by j.joined_at desc, j.id desc limit ${signUpsNamed}`.execute(db)
  return { newest: rows.map(({ name, at }) => ({ name, at })), total: rows[0]?.total ?? 0 }
}

export const deleteOld = (db: Db, now: Date) =>
  sql`delete from joins where joined_at <= ${now}::timestamptz - interval '30 days'`.execute(db)
