import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { type FirstStep, firstSteps } from '#contract/users.ts'
import type { Db } from '#server/db/database.ts'
import { postKinds } from '#server/db/schema/tables/outbox.ts'
import { now } from './write-team.ts'

type Rows = Record<string, string>
type Post = { about: string; status: string }

const textsById = async (query: ReturnType<typeof sql>, db: Db): Promise<Rows> => {
  const { rows } = (await query.execute(db)) as { rows: { id: string; text: string }[] }
  return Object.fromEntries(rows.map(({ id, text }) => [id, text]))
}

/**
 * Prepares a team so that follow-ups can be seen: no first step is done, every report and comment has a Slack post, and
 * every session gets push messages.
 */
export async function prepareFollowUps(db: Db, team_id: string): Promise<void> {
  await db
    .updateTable('teams')
    .set({ first_steps: [...firstSteps] })
    .where('id', '=', team_id)
    .execute()
  const reports = await sql<{ id: string }>`
    select id from reports where team_id = ${team_id} union all select id from deleted_reports where team_id = ${team_id}`.execute(
    db,
  )
  const comments = await db
    .selectFrom('comments')
    .where('team_id', '=', team_id)
    .where('report_id', 'is not', null)
    .select(['id', 'report_id'])
    .execute()
  const posts = [
    ...reports.rows.map(({ id }) => ({ kind: 'report_post' as const, report_id: id })),
    ...comments.map(({ id, report_id }) => ({ kind: 'comment_post' as const, report_id, comment_id: id })),
  ]
  const sent = { team_id, destination: 'slack', status: 'sent', channel: 'C1', due_at: now } as const
  await db.deleteFrom('outbox').where('team_id', '=', team_id).where('kind', 'in', postKinds).execute()
  for (const post of posts)
    await db
      .insertInto('outbox')
      .values({ ...post, ...sent, id: newId(), ts: newId() })
      .execute()
  await sql`
    insert into push_subscriptions (team_id, session_id, user_id, endpoint, p256dh, auth)
    select team_id, id, user_id, 'https://push.example/' || id, '', '' from sessions
    where team_id = ${team_id} and ended_at is null
    on conflict do nothing`.execute(db)
}

/** Returns the parts of a team's state that need follow-ups. */
export async function followedState(db: Db, teamId: string) {
  const ofTeam = sql`where team_id = ${teamId}`
  const reports = await textsById(sql`select id, to_jsonb(r)::text as text from reports r ${ofTeam}`, db)
  const comments = await textsById(
    sql`select id, to_jsonb(c)::text as text from comments c ${ofTeam} and report_id is not null`,
    db,
  )
  const acts = await sql<{ step: FirstStep; id: string }>`
    select 'report' as step, id::text from reports ${ofTeam} union all
    select 'invite', id::text from users ${ofTeam} and not is_admin union all
    select 'invite', id::text from invitations ${ofTeam} union all
    select 'connect', provider || user_id from connections ${ofTeam} and secret is not null union all
    select 'connect', workspace_id from slack_workspaces ${ofTeam}`.execute(db)
  const ended = await sql<{ id: string }>`select id from sessions ${ofTeam} and ended_at is not null`.execute(db)
  const subscribed = await sql<{ id: string }>`select session_id as id from push_subscriptions ${ofTeam}`.execute(db)
  const open = await sql<{
    step: FirstStep
  }>`select unnest(first_steps) as step from teams where id = ${teamId}`.execute(db)
  const posts = await sql<Post>`
    select coalesce(comment_id, report_id) as about, status from outbox ${ofTeam}
      and kind in ('report_post', 'comment_post')`.execute(db)
  return {
    reports,
    comments,
    acts: acts.rows,
    ended: ended.rows.map(({ id }) => id),
    subscribed: subscribed.rows.map(({ id }) => id),
    open: open.rows.map(({ step }) => step),
    posts: new Map(posts.rows.map(({ about, status }) => [about, status])),
  }
}
type State = Awaited<ReturnType<typeof followedState>>

const changedIds = (before: Rows, after: Rows) =>
  Object.keys({ ...before, ...after }).filter((id) => before[id] !== after[id])

/** Returns the changes of a write that need a follow-up, and the follow-ups that are missing. */
export function followUpsOf(before: State, after: State): { did: string[]; forgotten: string[] } {
  const reports = changedIds(before.reports, after.reports).filter((id) => before.posts.has(id))
  const comments = changedIds(before.comments, after.comments)
  const known = new Set([...before.acts.map(({ id }) => id), ...before.posts.keys()]) // a restored report is not new
  const steps = new Set(after.acts.flatMap(({ step, id }) => (known.has(id) ? [] : step)))
  const ended = after.ended.filter((id) => !before.ended.includes(id))
  return {
    did: [
      ...(reports.length > 0 ? ['report'] : []),
      ...(comments.length > 0 ? ['comment'] : []),
      ...[...steps].map((step) => `step ${step}`),
      ...(ended.length > 0 ? ['session'] : []),
    ].toSorted(),
    forgotten: [
      ...reports.filter((id) => after.posts.get(id) !== 'pending').map((id) => `post of the report ${id}`),
      ...comments.filter((id) => after.posts.get(id) !== 'pending').map((id) => `post of the comment ${id}`),
      ...[...steps].filter((step) => after.open.includes(step)).map((step) => `step ${step}`),
      ...ended.filter((id) => after.subscribed.includes(id)).map((id) => `push subscription of the session ${id}`),
    ],
  }
}
