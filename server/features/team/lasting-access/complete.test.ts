import { globSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '#server/testing/database.ts'
import { pauses } from './testing/company-endings.ts'
import { endings } from './testing/endings.ts'
import { opening, ways, weeklyEmail } from './testing/ways.ts'

// Fails if the table of `matrix.test.ts` lacks a new way to end access, or a new thing that a member can have or set
// up. Add the way or the thing to that table first, then to the lists of this file.

/** The functions that end or pause a member's access. Each call of one of them is a way to end access. */
const enders = [
  'setMember',
  'setByDirectory',
  'signOutEverywhere',
  'pauseAccess',
  'endSessions',
  'endSessionsOnly',
  'removeEveryLogin',
  'endCompanyAdministrator',
  'updateStanding',
  'dropAdministrators',
  'updateShut',
  'updateLeft',
]

/** The number of calls of these functions in each file, and the rows of the table or the tests that run them. */
const callers: Record<string, { calls: number; rows: string[] }> = {
  'server/access/sessions/operations.ts': {
    calls: 1,
    rows: ['server/features/sign-in/openid/backchannel-logout.test.ts'],
  },
  'server/features/account/linked-accounts/operations.ts': {
    calls: 1,
    rows: ['they disconnect the company account that makes them an administrator'],
  },
  'server/features/account/sessions/operations.ts': {
    calls: 1,
    rows: ['they log out all other sessions', 'they end the session on the other device'],
  },
  'server/features/privacy/account-deletion/operations.ts': {
    calls: 1,
    rows: ['they leave and keep their reports', 'they leave and erase everything'],
  },
  'server/features/sign-in/access-pause/operations.ts': { calls: 2, rows: [pauses.expired, pauses.refused] },
  'server/features/sign-in/email-proof/operations.ts': {
    calls: 1,
    rows: ['the owner of the address says that they did not ask for the account'],
  },
  'server/features/sign-in/openid/company-rules.ts': {
    calls: 2,
    rows: [pauses.refused, 'the company’s provider no longer makes them an administrator'],
  },
  'server/features/sign-in/passwords/operations.ts': {
    calls: 3,
    rows: [
      'the password is changed',
      'the password is reset by a link',
      'the owner of the address says that they did not ask for the account',
    ],
  },
  'server/features/sign-in/revert-change/operations.ts': {
    calls: 1,
    rows: ['an earlier email is answered with "it was not me"'],
  },
  'server/features/sign-in/scim/operations.ts': {
    calls: 1,
    rows: ['the company’s directory deactivates them', 'the company’s directory deletes them'],
  },
  'server/features/sign-in/unproven-addresses/operations.ts': {
    calls: 3,
    rows: ['server/features/sign-in/unproven-addresses/unproven-addresses.test.ts'],
  },
  'server/features/team/member-setups/operations.ts': {
    calls: 5,
    rows: [
      'an earlier email is answered with "it was not me"',
      'server/features/sign-in/revert-change/accomplices.test.ts',
      'server/features/sign-in/revert-change/two-owners.test.ts',
      'server/features/sign-in/scim-token/added-members.test.ts',
    ],
  },
  'server/features/team/members/operations.ts': {
    calls: 5,
    rows: [
      'they are deactivated',
      'they are deactivated and what they set up is stopped',
      'they are no administrator any more',
      'an administrator signs them out everywhere',
    ],
  },
  'server/features/team/operator-commands/operations.ts': {
    calls: 2,
    rows: ['the operator deactivates them', 'the operator signs them out everywhere'],
  },
}

test('the table of access endings has a row for each action that ends access', () => {
  const call = new RegExp(`(?<!function )\\b(?:${enders.join('|')})\\(`, 'gu')
  const files = globSync('{server,cli}/**/*.ts', { exclude: (path) => /\.(?:test|fixture)\.ts$|testing/u.test(path) })
  const found = files
    .map((file) => [file, readFileSync(file, 'utf8').match(call)?.length ?? 0] as const)
    .filter(([, calls]) => calls > 0)
  expect(Object.fromEntries(found)).toEqual(
    Object.fromEntries(Object.entries(callers).map(([file, { calls }]) => [file, calls])),
  )
  const rows = Object.values(callers).flatMap((caller) => caller.rows)
  expect(rows.filter((row) => !(row in endings) && globSync(row).length === 0)).toEqual([])
})

const texts = 'what they wrote stays with the team, under their name'
const record = 'a record of what happened'
const lastsOn = 'works for the team, and outlives its maker (N17.08)'
/**
 * The tables that refer to a member. For each: the thing in the table of `matrix.test.ts`, or the reason why there is
 * none.
 */
const tables: Record<string, string> = {
  sessions: 'session on another device',
  push_subscriptions: 'push on another device',
  access_tokens: 'access token',
  passkeys: 'passkey',
  connections: 'github account',
  identities: 'github account',
  slack_workspaces: 'Slack of the team',
  slack_channels: 'Slack channel of the team',
  webhooks: 'webhook',
  teams: opening,
  invitations: 'invitation that they made',
  mail_links: 'link to a new email',
  password_links: 'password link that they made',
  outbox: weeklyEmail,
  credentials: 'link to reset the password',
  logins: 'link to reset the password',
  member_decisions: record,
  provisioning_tokens: lastsOn,
  provisioned_users: record,
  pending_registrations: 'has no member yet',
  write_keys: record,
  joins: record,
  reports: texts,
  deleted_reports: texts,
  deleted_report_rows: texts,
  report_drafts: texts,
  report_reads: record,
  report_reactions: texts,
  frequent_tasks: texts,
  report_imports: record,
  report_import_rows: record,
  insights: texts,
  insight_likes: texts,
  deleted_insights: texts,
  try_events: record,
  comments: texts,
  mentions: texts,
  blockers: texts,
  blocker_events: record,
  absences: texts,
  months: record,
  month_events: record,
  backlog_items: texts,
  done_items: texts,
  backlog_syncs: record,
  issue_imports: record,
  issue_import_rows: record,
  report_grams: texts,
  insight_grams: texts,
  comment_grams: texts,
}

test('the table of access endings has a column for everything that a member can set up', async () => {
  const { rows } = await sql<{ table_name: string }>`
    select distinct c.table_name from information_schema.columns c
    join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
    where c.table_schema = current_schema() and t.table_type = 'BASE TABLE' and c.data_type = 'uuid'
      and (c.column_name in ('user_id', 'owner_id') or c.column_name like '%\\_by')`.execute(await testDatabase())
  expect(rows.map((row) => row.table_name).toSorted()).toEqual(Object.keys(tables).toSorted())
  const reasons = new Set([texts, record, lastsOn, 'has no member yet'])
  expect(Object.values(tables).filter((way) => !(way in ways) && !reasons.has(way))).toEqual([])
})
