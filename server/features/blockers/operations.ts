import { v7 as newId } from 'uuid'
import type { Source } from '#contract/backlogs.ts'
import type { Blocker, BlockerAct, BlockerChange, BlockersQuery } from '#contract/blockers.ts'
import { limits } from '#contract/limits.ts'
import type { Scope } from '#server/access/scope.ts'
import { answering } from '#server/access/idempotency.ts'
import type { BlockerRow, BlockersSince, ChangedBlocker } from '#server/db/schema/tables/blocker.ts'
import { type Db, withEveryTeamTransaction, withTeamTransaction } from '#server/db/database.ts'
import { deleteCopiesOfActs } from '#server/db/deleted-reports/deleted-rows.ts'
import { addJob, type Jobs } from '#server/db/jobs.ts'
import type { Listener } from '#server/db/fragments/webhook-listeners.ts'
import { AppError } from '#server/errors.ts'
import type { Services } from '#server/services.ts'
import { longWork } from '#server/load/turns.ts'
import {
  type Act,
  actsOf,
  blockerEventsOf,
  dayOfNewAct,
  outdatedActs,
  refusalOf,
  standingOf,
  undoneBy,
} from './policy.ts'
import { type Change, recompute } from './recompute.ts'
import { linked } from './linked-issues.ts'
import { selectSince } from '#server/db/fragments/blockers-since.ts'
import { unfollowedSince } from './unfollowed-members.ts'
import { queueEventFor } from '#server/webhook-events/operations.ts'
import * as sql from './sql.ts'

type Member = Pick<Scope, 'teamId' | 'userId'>

export const readBlockers = ({ database, now }: Services, scope: Scope, query: BlockersQuery): Promise<Blocker[]> =>
  withTeamTransaction(database, scope, (db) => sql.selectBlockers(db, scope, { ...query, now: now() }))

/**
 * Returns the blockers that existed on one of these days, unresolved ones first. Must run in the caller's transaction.
 */
export const blockersOfWeek = (db: Db, team: Pick<Scope, 'teamId'>, days: { from: string; until: string; now: Date }) =>
  sql.selectBlockers(db, team, { ...days, limit: limits.pageSize })

/**
 * Takes on, releases, resolves or reopens a blocker. Every member of the team may do so.
 * @throws AppError not_found; only_oneself: members can make only themselves the owner; blocker_taken,
 * blocker_resolved, blocker_changed: another member was first
 */
export const changeBlocker = (
  { database, now }: Services,
  scope: Scope,
  id: string,
  change: BlockerChange,
): Promise<Blocker> =>
  withTeamTransaction(database, answering(scope), async (db) => {
    if (change.owner_id && change.owner_id !== scope.userId) throw new AppError('only_oneself')
    const author = await sql.selectAuthor(db, scope, id)
    if (!author) throw new AppError('not_found')
    const member = { teamId: scope.teamId, userId: author.user_id }
    await sql.lockMember(db, member)
    // The blocker may have disappeared, because its only report was deleted at the same time.
    const known = await sql.selectForChange(db, scope, id, now())
    if (!known?.named) throw new AppError('not_found')
    const kinds = actsOf(change, known, scope.userId)
    const refusal = refusalOf(change, known, { kinds, caller: scope.userId })
    if (refusal) throw new AppError(refusal)
    if (kinds.length > 0) await saveActs(db, member, known, kinds, { userId: scope.userId, now: now() })
    return (await sql.selectBlockers(db, scope, { id, now: now() }))[0]!
  })

async function saveActs(
  db: Db,
  member: Member,
  { user_id: _author, named, newest, today, days, acts, listeners, ...blocker }: ChangedBlocker,
  kinds: readonly BlockerAct[],
  { userId, now }: { userId: string | null; now: Date },
): Promise<void> {
  if (!named) return
  const day = dayOfNewAct(newest, acts)
  const about = { about_report: blocker.report_id, about_text: blocker.text }
  const events = kinds.map((kind) => ({ id: newId(), blocker_id: blocker.id, kind, day, user_id: userId, ...about }))
  const change: Act[] = events.map((event) => Object.assign({ on: today, at: now.toISOString() }, event))
  const undone = undoneBy(change, { named, acts, days }, { userId, now })
  const kept = undone.length > 0 ? acts.filter((act) => !undone.includes(act)) : [...acts, ...change]
  const changed = { ...blocker, ...standingOf(named, kept, days) }
  const removed = [...undone, ...outdatedActs(kept, day)].map(({ id }) => id)
  if (removed.length > 0) {
    await sql.deleteEvents(db, member, 'id', removed)
    await deleteCopiesOfActs(db, { teamId: member.teamId, userId }, removed)
  }
  await sql.saveBlockers(db, member, { blockers: [changed], events: undone.length > 0 ? [] : events, now })
  await queueBlockerEvents(db, member, { listeners, before: [blocker], after: [changed], now })
}

/**
 * Recomputes the member's blockers after a report was written, moved or deleted. A blocker depends on all earlier
 * reports, so later days are recomputed, too: the first portion at once, the others in jobs, one portion each. Must run
 * in the transaction of the change.
 * @param from the first changed day
 * @param through the last changed day: reports until then are always recomputed at once
 * @param isMove a report moved between the two days: jobs also recompute the portions between them
 * @param before the changed reports before the change; empty if reports were only added or deleted
 * @param chosen the author's choices in the rows of the form (E3.03)
 * @param restored the known blockers of a restored report
 * @param restMs the pause between two turns of work, for jobs
 * @throws AppError blocker_changed: a chosen blocker of the member ended before these reports
 */
export async function followBlockers(
  db: Db,
  { teamId, userId }: Member,
  {
    from,
    through = from,
    isMove = false,
    now,
    restMs,
    ...change
  }: Change & { through?: string; isMove?: boolean; now: Date; restMs?: number },
): Promise<void> {
  const member = { teamId, userId }
  const today = now.toISOString().slice(0, 10)
  const solved = (change.chosen?.choices ?? []).flatMap(({ id, state }) => (state === 'solved' ? id : []))
  // Statements issued together are pipelined in this order.
  const locked = sql.lockMember(db, member)
  if (solved.length > 0) await locked.then(() => resolveChosen(db, member, solved, now))
  const [former, changed] = [new Map<string, BlockerRow>(), new Map<string, BlockerRow>()]
  const unknown = new Set((change.chosen?.choices ?? []).flatMap(({ id, state }) => (state === 'open' ? id : [])))
  let listeners: readonly Listener[] = []
  let next: string | null = from
  do {
    const [known]: [BlockersSince, unknown] = await Promise.all([selectSince(db, member, next), locked])
    const computed = await recompute(known, { ...change, from: next, today, newId, otherRequests: longWork(restMs) })
    const { stale, blockers, events, acts, orphans, left } = computed
    const kept = await linked(db, member, blockers)
    await Promise.all([
      stale.length > 0 && sql.deleteEvents(db, member, 'report_id', stale),
      sql.saveBlockers(db, member, { blockers: kept, events, now }),
      acts.length > 0 && sql.moveActs(db, member, acts),
      orphans.length > 0 && sql.deleteBlockers(db, member, orphans),
    ])
    listeners = known.listeners
    for (const { id } of known.blockers) unknown.delete(id)
    for (const blocker of known.blockers)
      if (!changed.has(blocker.id) && !blocker.is_left) former.set(blocker.id, blocker)
    for (const blocker of blockers) changed.set(blocker.id, blocker)
    for (const id of [...orphans, ...left]) changed.delete(id)
    const isSettled = stale.length + blockers.length + events.length + acts.length + orphans.length === 0
    const isAfter: boolean = known.next !== null && known.next > through
    next = isSettled && isAfter ? null : known.next
    if (isMove && next !== null && next < through) {
      await addFollowing(db, { ...member, from: next })
      next = through
    }
  } while (next !== null && next <= through)
  // A chosen blocker has ended before these reports, so a line cannot continue it.
  if (unknown.size > 0 && (await sql.hasBlocker(db, member, [...unknown]))) throw new AppError('blocker_changed')
  await queueBlockerEvents(db, member, { listeners, before: [...former.values()], after: [...changed.values()], now })
  // A line of the report may have reopened a blocker that the author marked as resolved. The author's choice wins.
  const reopened = solved.filter((id) => changed.has(id) && changed.get(id)!.state !== 'resolved')
  await resolveChosen(db, member, reopened, now)
  if (next !== null) await addFollowing(db, { ...member, from: next })
}

/** Adds the job for the next portion. Its low priority keeps a member's long reports from delaying deliveries. */
const addFollowing = (db: Db, asked: Jobs['backfill-blockers-from']) =>
  addJob(db, 'backfill-blockers-from', asked, { key: `blockers ${asked.userId} ${asked.from}`, priority: 5 })

/** Recomputes the blockers of one portion of a member's reports, from a day on, and adds a job for the next portion. */
export const followPortion = (
  { database, now }: Pick<Services, 'database' | 'now'>,
  { teamId, userId, from }: Jobs['backfill-blockers-from'],
): Promise<void> =>
  withTeamTransaction(database, { teamId }, (db) =>
    followBlockers(db, { teamId, userId }, { from, before: [], now: now(), restMs: 10 }),
  )

/** Resolves the member's own blockers that they marked as solved in a row of the form. */
async function resolveChosen(db: Db, member: Member, ids: readonly string[], now: Date): Promise<void> {
  for (const id of ids) {
    const known = await sql.selectForChange(db, member, id, now)
    if (known?.user_id !== member.userId || !known.named) continue
    const kinds = actsOf({ state: 'resolved' }, known, member.userId)
    if (kinds.length > 0) await saveActs(db, member, known, kinds, { userId: member.userId, now })
  }
}

/** The number of due days of the author after which the day's reminder mentions an unowned blocker (N6.03). */
const waitsAtMost = 2

/** Counts the team's open blockers without an owner that are older than `waitsAtMost`. */
export const countWaiting = ({ database, now }: Services, team: Pick<Scope, 'teamId'>): Promise<number> =>
  withTeamTransaction(database, team, async (db) => {
    const open = await sql.selectBlockers(db, team, { state: 'open', limit: limits.pageSize, now: now() })
    return open.filter(({ age }) => age > waitsAtMost).length
  })

/** The maximum age of a report in which we search for blockers, if a version without blockers stored the report. */
const followedBack = 90 * 24 * 60 * 60_000 // milliseconds

/**
 * Computes the blockers of reports from older versions. Some versions had no blockers, others read "none" as a blocker
 * (E3.01). Jobs compute the portions after a member's first one.
 */
export async function backfillBlockers(services: Pick<Services, 'database' | 'now'>): Promise<void> {
  const since = new Date(services.now().getTime() - followedBack).toISOString().slice(0, 10)
  const unfollowed = await withEveryTeamTransaction(services.database, (db) => unfollowedSince(db, since))
  for (const member of unfollowed) await followPortion(services, member)
}

/** Resolves the blockers that name issues which an import has found closed. Must run in the import's transaction. */
export async function closeByIssues(
  db: Db,
  { teamId }: Pick<Scope, 'teamId'>,
  source: Source,
  { closed, now }: { closed: readonly { key: string; doneAt: Date }[]; now: Date },
): Promise<void> {
  const doneAt = new Map(closed.map((issue) => [issue.key, issue.doneAt]))
  for (const blocker of await sql.selectOfIssues(db, { teamId }, source, [...doneAt.keys()])) {
    // The blocker was reopened after the issue was closed. Imports return a closed issue for days.
    if (blocker.closed_at && blocker.closed_at >= doneAt.get(blocker.source_key)!) continue
    const author = { teamId, userId: blocker.user_id }
    await sql.lockMember(db, author)
    const known = await sql.selectForChange(db, author, blocker.id, now)
    if (known) await saveActs(db, author, known, ['issue-closed'], { userId: null, now })
  }
}

/**
 * Locks the member until the caller's transaction ends, so that no other transaction changes the member's blockers.
 * Warning: must be called before a report of the member is written or locked. `blocker_events` refers to reports, so
 * two transactions could otherwise deadlock.
 */
export const { lockMember } = sql

/** Removes a member's name from actions on others' blockers. Must run in the transaction that erases the member. */
export const forgetHelper = (db: Db, member: Member): Promise<void> => sql.forgetHelper(db, member)

/** Notifies webhooks of blockers that were opened, resolved, or are no longer mentioned. */
async function queueBlockerEvents(
  db: Db,
  member: Member,
  { listeners, before, after, now }: Compared & { now: Date },
): Promise<void> {
  if (listeners.length === 0) return
  for (const { id, event } of blockerEventsOf(before, after))
    await queueEventFor({ now: () => now }, db, member, listeners, event, async () => {
      const [blocker] = await sql.selectBlockers(db, member, { id, now })
      return blocker!
    })
}
type Compared = { listeners: readonly Listener[]; before: readonly BlockerRow[]; after: readonly BlockerRow[] }
