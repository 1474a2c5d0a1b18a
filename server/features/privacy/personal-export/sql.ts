import { sql } from 'kysely'
import { reportFields, valueFields } from '#contract/report-fields.ts'
import type { Scope } from '#server/access/scope.ts'
import type { Db } from '#server/db/database.ts'
import { rowsOfPage } from '#server/db/fragments/page.ts'

export type ExportedRow = Record<string, string | number | Date | readonly string[] | object | null>
/**
 * A table of the export. `of`: the column with the member's id. `key`: a column that is unique among a member's rows.
 */
export type Table = { from: string; of: string; key: string; columns: readonly string[] }

const reportColumns = [
  'id',
  'report_date',
  ...valueFields,
  'status',
  'report_time',
  'added_later',
  'is_imported',
  'created_at',
  'updated_at',
]

/** The data that a member has written or set, by file name. Excludes secrets, also encrypted and hashed ones. */
export const tables: Record<string, Table> = {
  reports: { from: 'reports', of: 'user_id', key: 'id', columns: reportColumns },
  'deleted-reports': {
    from: 'deleted_reports',
    of: 'user_id',
    key: 'id',
    columns: [...reportColumns, 'deleted_at'],
  },
  'with-deleted-reports': {
    from: 'deleted_report_rows',
    of: 'user_id',
    key: 'id',
    columns: ['id', 'report_id', 'kind', 'content'],
  },
  drafts: {
    from: 'report_drafts',
    of: 'user_id',
    key: 'report_date',
    columns: ['report_date', 'id', ...valueFields, 'written_at'],
  },
  imports: {
    from: 'report_imports',
    of: 'user_id',
    key: 'id',
    columns: ['id', 'created_at', 'total', 'added', 'changed', 'refused', 'undone_at'],
  },
  'imported-reports': {
    from: 'report_import_rows',
    of: 'user_id',
    key: 'id',
    columns: ['id', 'import_id', 'report_id', 'report_date', ...reportFields, 'former', 'written_meanwhile', 'undone'],
  },
  blockers: {
    from: 'blockers',
    of: 'user_id',
    key: 'id',
    columns: [
      'id',
      'text',
      'first_day',
      'last_day',
      'report_id',
      'state',
      'reopened',
      'resolution',
      'resolved_on',
      'source',
      'reference',
      'url',
    ],
  },
  'done-with-blockers': {
    from: 'blocker_events',
    of: 'user_id',
    key: 'id',
    columns: ['id', 'blocker_id', 'kind', 'at'],
  },
  'done-with-tries': { from: 'try_events', of: 'user_id', key: 'id', columns: ['id', 'insight_id', 'kind', 'at'] },
  months: { from: 'months', of: 'user_id', key: 'month', columns: ['month', 'state', 'changed_at'] },
  'done-with-months': {
    from: 'month_events',
    of: 'by_id',
    key: 'id',
    columns: ['id', 'user_id', 'month', 'kind', 'note', 'day', 'at'],
  },
  insights: { from: 'insights', of: 'user_id', key: 'id', columns: ['id', 'type', 'note', 'created_at', 'edited_at'] },
  likes: { from: 'insight_likes', of: 'user_id', key: 'insight_id', columns: ['insight_id', 'created_at'] },
  comments: {
    from: 'comments',
    of: 'user_id',
    key: 'id',
    columns: ['id', 'report_id', 'insight_id', 'body', 'created_at', 'edited_at'],
  },
  reactions: {
    from: 'report_reactions',
    of: 'user_id',
    key: 'id',
    columns: ['id', 'report_id', 'reaction', 'created_at'],
  },
  reads: { from: 'report_reads', of: 'user_id', key: 'report_id', columns: ['report_id', 'read_at'] },
  'frequent-tasks': { from: 'frequent_tasks', of: 'user_id', key: 'id', columns: ['id', 'task_list', 'updated_at'] },
  absences: { from: 'absences', of: 'user_id', key: 'id', columns: ['id', 'first_day', 'last_day', 'half'] },
  invitations: {
    from: 'invitations',
    of: 'invited_by',
    key: 'id',
    columns: ['id', 'email', 'role', 'created_at', 'expires_at', 'accepted_at', 'cancelled_at'],
  },
  connections: {
    from: 'connections',
    of: 'user_id',
    key: 'provider',
    columns: ['provider', 'account', 'connected_at'],
  },
  backlog: {
    from: 'backlog_items',
    of: 'user_id',
    key: 'id',
    columns: ['id', 'source', 'source_type', 'reference', 'backlog', 'url', 'priority', 'updated_at'],
  },
  done: {
    from: 'done_items',
    of: 'user_id',
    key: 'source_key',
    columns: ['source', 'source_key', 'kind', 'status', 'reference', 'title', 'url', 'done_at'],
  },
  'access-tokens': {
    from: 'access_tokens',
    of: 'user_id',
    key: 'id',
    columns: ['id', 'name', 'scopes', 'expires_on', 'created_at', 'used_at'],
  },
  passkeys: { from: 'passkeys', of: 'user_id', key: 'id', columns: ['id', 'name', 'created_at', 'used_at'] },
  sessions: {
    from: 'sessions',
    of: 'user_id',
    key: 'id',
    columns: ['id', 'user_agent', 'signed_in_at', 'used_at', 'ended_at'],
  },
}

/** Selects one page of a table. @param page.after the last row of the previous page, undefined for the first */
export async function selectRows(
  db: Db,
  { teamId, userId }: Scope,
  { from, of, key, columns }: Table,
  page: { after: unknown; limit: number },
): Promise<ExportedRow[]> {
  const later = page.after === undefined ? sql`true` : sql`${sql.ref(key)} > ${page.after}`
  const { rows } = await sql<ExportedRow>`
    select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(from)}
    where team_id = ${teamId} and ${sql.ref(of)} = ${userId} and ${later}
    order by ${sql.ref(key)} ${rowsOfPage(page)}`.execute(db)
  return rows
}

export const selectProfile = (db: Db, { teamId, userId }: Scope) =>
  db
    .selectFrom('users')
    .innerJoin('teams', 'teams.id', 'users.team_id')
    .where((is) => is.and({ 'users.team_id': teamId, 'users.id': userId }))
    .select([
      'users.id',
      'users.first_name',
      'users.family_name',
      'users.preferred_name',
      'users.email',
      'users.pending_email',
      'users.role',
      'users.writes',
      'users.time_zone',
      'users.working_days',
      'users.reminder_hour',
      'users.settings',
      'users.github_username',
      'users.github_avatar_url',
      'users.google_username',
      'users.google_avatar_url',
      'users.created_at',
      'users.last_active_at',
      'teams.name as team',
    ])
    .executeTakeFirstOrThrow()
