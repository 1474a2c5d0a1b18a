import { type RawBuilder, sql } from 'kysely'
import { normalized } from '#contract/normalized.ts'
import {
  isScimAttribute,
  scimAttributes,
  type ScimAttribute,
  type ScimComparison,
  type ScimFilter,
  type ScimValue,
} from '#contract/scim-filter.ts'
import type { Db } from '#server/db/database.ts'

type Team = { teamId: string }
type Member = Team & { userId: string }

/** A member with the attributes that the directory sees. */
export type Row = {
  id: string
  user_name: string
  external_id: string | null
  first_name: string
  family_name: string
  preferred_name: string
  display_name: string
  email: string
  email_key: string
  is_active: boolean
  is_admin: boolean
  administrator_until: Date | null
  created_at: Date
  changed_at: Date
}

const userNameKey = sql<string>`coalesce(p.user_name_key, u.email_key)`
const changedAt = sql<Date>`greatest(u.updated_at, u.deactivated_at, p.changed_at)`

/**
 * Joins the members who exist for the directory. Leaves out members who have left, and members whom the directory has
 * deleted.
 */
const members = ({ teamId }: Team) => sql`
  from users u left join provisioned_users p on p.team_id = ${teamId} and p.user_id = u.id
  where u.team_id = ${teamId} and u.left_at is null and p.deleted_at is null`

const columns = sql`
  u.id, coalesce(p.user_name, u.email) as user_name, p.external_id, u.first_name, u.family_name, u.preferred_name, u.display_name, u.email,
  u.email_key, u.is_active, u.is_admin, u.administrator_until, u.created_at, ${changedAt} as changed_at`

const expressions: Record<ScimAttribute, RawBuilder<unknown>> = {
  id: sql`u.id::text`,
  externalid: sql`p.external_id`,
  username: userNameKey,
  displayname: sql`u.display_name`,
  'name.familyname': sql`u.family_name`,
  'name.givenname': sql`u.first_name`,
  'name.formatted': sql`(u.family_name || ' ' || u.first_name)`,
  emails: sql`u.email_key`,
  'emails.value': sql`u.email_key`,
  'emails.type': sql`'work'`,
  'emails.primary': sql`true`,
  active: sql`u.is_active`,
  'meta.resourcetype': sql`'User'`,
  // Rounds to milliseconds: a filter compares with a time from an earlier response, and responses contain no
  // microseconds.
  'meta.created': sql`date_trunc('milliseconds', u.created_at)`,
  'meta.lastmodified': sql`date_trunc('milliseconds', ${changedAt})`,
}

const signs = { eq: sql`=`, ne: sql`is distinct from`, gt: sql`>`, ge: sql`>=`, lt: sql`<`, le: sql`<=` }

const compareSql = (op: ScimComparison, left: RawBuilder<unknown>, right: RawBuilder<unknown>): RawBuilder<unknown> => {
  if (op === 'co') return sql`strpos(${left}, ${right}) > 0`
  if (op === 'sw') return sql`starts_with(${left}, ${right})`
  if (op === 'ew') return sql`right(${left}, length(${right})) = ${right}`
  return sql`${left} ${signs[op]} ${right}`
}

const isOrdering = (op: ScimComparison) => op in signs

/** @returns undefined if the operator does not apply to the attribute or the value */
function comparison(path: ScimAttribute, op: ScimComparison, value: ScimValue): RawBuilder<unknown> | undefined {
  const [kind, left] = [scimAttributes[path], expressions[path]]
  if (value === null) {
    if (op !== 'eq' && op !== 'ne') return undefined
    return op === 'eq' ? sql`${left} is null` : sql`${left} is not null`
  }
  if (kind === 'boolean') {
    const wanted = String(value).toLowerCase()
    if ((op !== 'eq' && op !== 'ne') || (wanted !== 'true' && wanted !== 'false')) return undefined
    return compareSql(op, left, sql`${wanted === 'true'}::boolean`)
  }
  if (typeof value !== 'string' || !value.isWellFormed() || value.includes('\0')) return undefined
  if (kind === 'time') {
    const at = new Date(value)
    return isOrdering(op) && !Number.isNaN(at.getTime()) ? compareSql(op, left, sql`${at}::timestamptz`) : undefined
  }
  const right = sql`${kind === 'key' ? normalized(value, 'NFC').toLowerCase() : value}::text`
  return kind !== 'text' ? compareSql(op, left, right) : compareSql(op, sql`lower(${left})`, sql`lower(${right})`)
}

/** @returns undefined if an operator of the filter does not apply to its attribute or value */
function conditionOf(filter: ScimFilter): RawBuilder<unknown> | undefined {
  if (filter.op === 'not') {
    const inner = conditionOf(filter.filter)
    return inner && sql`(${inner}) is not true`
  }
  if ('filters' in filter) {
    const parts = filter.filters.map(conditionOf)
    const known = parts.filter((part) => part !== undefined)
    return known.length < parts.length
      ? undefined
      : sql`(${sql.join(known, filter.op === 'and' ? sql` and ` : sql` or `)})`
  }
  if (!isScimAttribute(filter.path)) return undefined
  return filter.op === 'pr'
    ? sql`${expressions[filter.path]} is not null`
    : comparison(filter.path, filter.op, filter.value)
}

export type Listing = {
  filter: ScimFilter | undefined
  sortBy: ScimAttribute | undefined
  isDescending: boolean
  offset: number
  limit: number
}

/**
 * Returns a page of members, and the number of all of them.
 * @returns undefined if an operator of the filter does not apply to its attribute or value
 */
export async function selectRows(
  db: Db,
  team: Team,
  { filter, sortBy, isDescending, offset, limit }: Listing,
): Promise<{ rows: Row[]; total: number } | undefined> {
  const condition = filter ? conditionOf(filter) : sql`true`
  if (!condition) return undefined
  const counted = await sql<{ total: number }>`
    select count(*)::int as total ${members(team)} and ${condition}`.execute(db)
  const total = counted.rows[0]!.total
  if (limit === 0 || total <= offset) return { rows: [], total }
  const kind = sortBy && scimAttributes[sortBy]
  const expression = sortBy && expressions[sortBy]
  const order = expression && (kind === 'text' ? sql`lower(${expression})` : expression)
  const direction = isDescending ? sql`desc` : sql`asc`
  const { rows } = await sql<Row>`
    select ${columns} ${members(team)} and ${condition}
    order by ${order ? sql`${order} ${direction} nulls last, ` : sql``}u.created_at, u.id
    limit ${limit} offset ${offset}`.execute(db)
  return { rows, total }
}

export async function selectRow(db: Db, { teamId, userId }: Member): Promise<Row | undefined> {
  const { rows } = await sql<Row>`select ${columns} ${members({ teamId })} and u.id = ${userId}`.execute(db)
  return rows[0]
}

/** Returns the member with this address that the directory has deleted; undefined if there is none. */
export const selectDeleted = (db: Db, { teamId }: Team, emailKey: string) =>
  db
    .selectFrom('users')
    .innerJoin('provisioned_users', (join) =>
      join.onRef('provisioned_users.team_id', '=', 'users.team_id').onRef('provisioned_users.user_id', '=', 'users.id'),
    )
    .where((is) => is.and({ 'users.team_id': teamId, 'provisioned_users.team_id': teamId, email_key: emailKey }))
    .where('users.left_at', 'is', null)
    .where('provisioned_users.deleted_at', 'is not', null)
    .select(['users.id', 'users.is_admin', 'users.administrator_until', 'provisioned_users.external_id'])
    .executeTakeFirst()

/** Returns whether another member has this `userName`. @param name in lower case */
export async function selectIsUserNameTaken(db: Db, { teamId, userId }: Member, name: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 ${members({ teamId })} and u.id <> ${userId} and ${userNameKey} = ${name} limit 1`.execute(db)
  return rows.length > 0
}

export type Provisioned = { userName: string; userNameKey: string; externalId: string | null; now: Date }

type ProvisionedRow = {
  user_name: string | null
  user_name_key: string | null
  external_id: string | null
  changed_at: Date
  deleted_at: Date | null
}

const upsertRow = (db: Db, { teamId, userId }: Member, row: ProvisionedRow) =>
  db
    .insertInto('provisioned_users')
    .values({ team_id: teamId, user_id: userId, ...row })
    .onConflict((known) => known.columns(['team_id', 'user_id']).doUpdateSet(row))
    .execute()

/**
 * Stores the name and the id that the directory gave to the member. If the member was deleted, this restores them for
 * the directory.
 */
export const upsertProvisioned = (db: Db, member: Member, { userName: name, ...more }: Provisioned) => {
  const row = {
    user_name: name,
    user_name_key: more.userNameKey,
    external_id: more.externalId,
    changed_at: more.now,
    deleted_at: null,
  }
  return upsertRow(db, member, row)
}

/**
 * Records that the directory deleted the member. Keeps `external_id`, which later shows whether a new user is the same
 * person.
 */
export const updateDeleted = (db: Db, member: Member, externalId: string | null, now: Date) => {
  const row = { user_name: null, user_name_key: null, external_id: externalId, changed_at: now, deleted_at: now }
  return upsertRow(db, member, row)
}

export const updateNames = (
  db: Db,
  { teamId, userId }: Member,
  names: { first_name: string; family_name: string; preferred_name: string },
  now: Date,
) =>
  db
    .updateTable('users')
    .set({ ...names, updated_at: now })
    .where((is) => is.and({ team_id: teamId, id: userId }))
    .execute()

/** Locks the member, so that changes of one member run one after another. */
export const lockRow = (db: Db, { teamId, userId }: Member) =>
  db
    .selectFrom('users')
    .where((is) => is.and({ team_id: teamId, id: userId }))
    .select('id')
    .forNoKeyUpdate()
    .execute()
