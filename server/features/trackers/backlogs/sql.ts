import { sql } from 'kysely'
import type { Page } from '#contract/fields.ts'
import { type BacklogItem, type Source, sources } from '#contract/backlogs.ts'
import type { DashboardItem } from '#contract/dashboard.ts'
import type { FailureReason } from '#contract/errors.ts'
import type { Scope } from '#server/access/scope.ts'
import { wordLongest } from '#server/providers/issue.ts'
import type { Db } from '#server/db/database.ts'
import { rowsOfPage } from '#server/db/fragments/page.ts'

type Member = Pick<Scope, 'teamId' | 'userId'>

const columns = sql`
  b.id::float8 as id, b.backlog, b.source, b.source_type, b.user_id, b.reference, b.url, b.priority,
  iso_in_zone(b.updated_at, t.time_zone) as updated_at`
/** Joins the items of active importers. Items that inactive or former members imported are hidden. */
const ofActive = sql`
  backlog_items b join teams t on t.id = b.team_id
  join users i on i.team_id = b.team_id and i.id = b.imported_by and i.is_active`
const urgentFirst = sql`array_position(array['high', 'medium', 'low'], b.priority), b.updated_at desc, b.id desc`

/** Selects the member's items, by priority, then newest first. */
export async function selectBacklog(db: Db, scope: Scope, { limit, offset }: Page): Promise<BacklogItem[]> {
  const { rows } = await sql<BacklogItem>`
    select ${columns} from ${ofActive}
    where b.team_id = ${scope.teamId} and b.user_id = ${scope.userId}
    order by ${urgentFirst} ${rowsOfPage({ limit, offset })}`.execute(db)
  return rows
}

/** Selects the same items as `selectBacklog`, followed by unassigned items that the member does not have. */
export async function selectBacklogWithUnassigned(db: Db, scope: Scope, limit: number): Promise<DashboardItem[]> {
  const { rows } = await sql<DashboardItem>`
    select ${columns} from ${ofActive}
    where b.team_id = ${scope.teamId} and (
      b.user_id = ${scope.userId}
      or (b.user_id is null and not exists (
        select from backlog_items own
        where own.team_id = ${scope.teamId} and own.user_id = ${scope.userId}
          and own.source = b.source and own.source_key = b.source_key
      ))
    )
    order by b.user_id is null, ${urgentFirst} ${rowsOfPage({ limit })}`.execute(db)
  return rows
}

/**
 * Makes imports of one team and tracker run one after another: two imports that give the same items to one owner could
 * deadlock.
 */
export const lockImports = (db: Db, { teamId }: Pick<Scope, 'teamId'>, source: Source) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`import ${teamId} ${source}`}, 0))`.execute(db)

/** Selects the importer's settings, and the team's lead: its first project manager, or else its first member. */
export async function selectImporter(
  db: Db,
  { teamId, userId }: Member,
): Promise<{ settings: unknown; lead: string } | undefined> {
  const { rows } = await sql<{ settings: unknown; lead: string }>`
    select u.settings,
      (
        select l.id from users l where l.team_id = ${teamId} and l.is_active
        order by (l.role = 'project-manager') desc, l.created_at, l.id limit 1
      ) as lead
    from users u where u.team_id = ${teamId} and u.id = ${userId} and u.is_active`.execute(db)
  return rows[0]
}

type Imported = { member: Member; source: Source; owner: string | null }

const importedBy = ({ member, source }: Imported) => sql`
  b.team_id = ${member.teamId} and b.imported_by = ${member.userId} and b.source = ${source}`

/** Matches the rows of `issue_import_rows` that belong to this import. */
const readBy = ({ member, source }: Omit<Imported, 'owner'>) => sql`
  s.team_id = ${member.teamId} and s.user_id = ${member.userId} and s.source = ${source}`

/**
 * Deletes items of this import that are not among the issues that were read.
 * @param since items that changed at this moment or before stay, because not all issues were read; null: all were read
 * @returns the number of deleted items
 */
export async function deleteLeft(db: Db, imported: Imported, since: Date | null): Promise<number> {
  // Does not use `not exists`, which would compare every row with every other: PostgreSQL has no statistics of such new
  // rows yet.
  const { numAffectedRows } = await sql`
    delete from backlog_items b
    where ${importedBy(imported)} and (${since}::timestamptz is null or b.updated_at > ${since})
      and b.source_key not in (select s.source_key from issue_import_rows s where ${readBy(imported)})`.execute(db)
  return Number(numAffectedRows)
}

/** Moves this member's imported items to the owner. @returns the keys of the moved items */
export async function moveToOwner(db: Db, imported: Imported): Promise<string[]> {
  const { owner } = imported
  const { rows } = await sql<{ source_key: string }>`
    update backlog_items b set user_id = ${owner}
    where ${importedBy(imported)} and b.user_id is distinct from ${owner}::uuid and not exists (
      select from backlog_items o
      where o.team_id = b.team_id and o.user_id is not distinct from ${owner}::uuid
        and o.source = b.source and o.source_key = b.source_key
    )
    returning b.source_key`.execute(db)
  // Deletes the items that the owner already has.
  await sql`
    delete from backlog_items b
    where ${importedBy(imported)} and b.user_id is distinct from ${owner}::uuid`.execute(db)
  return rows.map(({ source_key }) => source_key)
}

/**
 * Upserts the items of a part of the issues that were read. Does not change items that the owner imported, or that
 * another member imported for the owner.
 * @param part the positions of the issues; `to` is the first position after the part
 * @returns the keys of new and changed items
 */
export async function upsertItems(
  db: Db,
  { member, source, owner }: Imported,
  { from, to }: { from: number; to: number },
  { priority, isOfSeveral }: { priority: BacklogItem['priority']; isOfSeveral: boolean },
): Promise<{ source_key: string; is_new: boolean }[]> {
  const { rows } = await sql<{ source_key: string; is_new: boolean }>`
    insert into backlog_items as b
      (team_id, user_id, imported_by, source, source_type, source_key, reference, backlog, url, priority, updated_at)
    select s.team_id, ${owner}::uuid, s.user_id, s.source, s.source_type, s.source_key,
      case when ${isOfSeveral} then left(coalesce(s.repository, '') || s.reference, ${wordLongest}) else s.reference end,
      s.title, s.url, coalesce(s.priority, ${priority}), s.updated_at
    from issue_import_rows s
    where ${readBy({ member, source })} and s.position >= ${from} and s.position < ${to}
    order by s.position
    on conflict on constraint backlog_items_once do update set
      imported_by = excluded.imported_by, source_type = excluded.source_type, reference = excluded.reference,
      backlog = excluded.backlog, url = excluded.url, priority = excluded.priority, updated_at = excluded.updated_at
    where (b.imported_by = excluded.imported_by or excluded.imported_by = excluded.user_id)
      and (b.imported_by, b.source_type, b.reference, b.backlog, b.url, b.priority, b.updated_at) is distinct from (
        excluded.imported_by, excluded.source_type, excluded.reference, excluded.backlog, excluded.url,
        excluded.priority, excluded.updated_at
      )
    returning b.source_key, b.xmax = 0 as is_new`.execute(db)
  return rows
}

export const upsertSync = (
  db: Db,
  { teamId, userId }: Member,
  source: Source,
  { failure, now }: { failure: FailureReason | null; now: Date },
) =>
  db
    .insertInto('backlog_syncs')
    .values({ team_id: teamId, user_id: userId, source, synced_at: now, failure })
    .onConflict((taken) => taken.columns(['team_id', 'user_id', 'source']).doUpdateSet({ synced_at: now, failure }))
    .execute()

export async function selectSyncs(
  db: Db,
  { teamId, userId }: Member,
): Promise<{ source: Source; synced_at: string; failure: FailureReason | null }[]> {
  const { rows } = await sql<{ source: Source; synced_at: string; failure: FailureReason | null }>`
    select s.source, iso_in_zone(s.synced_at, t.time_zone) as synced_at, s.failure
    from backlog_syncs s join teams t on t.id = s.team_id
    where s.team_id = ${teamId} and s.user_id = ${userId} order by s.source`.execute(db)
  return rows
}

/** Selects the due trackers of members with automatic import. The trackers that were read longest ago come first. */
export async function selectDue(
  db: Db,
  before: { usual: Date; refused: Date },
): Promise<{ teamId: string; userId: string; source: Source }[]> {
  const { rows } = await sql<{ teamId: string; userId: string; source: Source }>`
    select c.team_id as "teamId", c.user_id as "userId", c.provider as source
    from connections c
    join users u on u.team_id = c.team_id and u.id = c.user_id
    left join backlog_syncs s on s.team_id = c.team_id and s.user_id = c.user_id and s.source = c.provider
    where c.provider = any(${sources}::text[]) and c.secret is not null
      and u.is_active and u.settings -> 'backlog' ->> 'auto_sync' = 'true'
      and (
        s.synced_at is null or s.synced_at <= case
          when s.failure is null or s.failure in ('rate_limited', 'unavailable', 'invalid_response') then ${before.usual}::timestamptz
          else ${before.refused}::timestamptz
        end
      )
    order by s.synced_at nulls first, c.team_id, c.user_id, c.provider`.execute(db)
  return rows
}
