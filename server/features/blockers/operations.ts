import { v7 as newId } from 'uuid'
import type { Source } from '#contract/backlogs.ts'
import type { Blocker, BlockerAct, BlockerChange, BlockersQuery } from '#contract/blockers.ts'
import { limits } from '#contract/limits.ts'
import type { Scope } from '#server/access/scope.ts'
import type { BlockerChoice } from '#contract/reports.ts'
import type { BlockerRow, ChangedBlocker } from '#server/db/blocker-tables.ts'
import { type Db, inEveryTeam, inTeam } from '#server/db/database.ts'
import { deleteCopiesOfActs } from '#server/db/deleted-rows.ts'
import type { Listener } from '#server/db/webhook-listeners.ts'
import { AppError } from '#server/errors.ts'
import type { Services } from '#server/services.ts'
import { tell } from '../webhook-messages/operations.ts'
import { type Act, actsOf, becameOf, dayOfNewAct, standingOf, undoneBy } from './policy.ts'
import { type Change, recompute } from './recompute.ts'
import * as sql from './sql.ts'
import { unfollowedSince } from './unfollowed.ts'

type Member = Pick<Scope, 'teamId' | 'userId'>

export const readBlockers = ({ database, now }: Services, scope: Scope, query: BlockersQuery): Promise<Blocker[]> =>
  inTeam(database, scope, (db) => sql.selectBlockers(db, scope, { ...query, now: now() }))

/** Within the caller's transaction: those that stood on one of these days, unresolved ones first. */
export const blockersOfWeek = (db: Db, team: Pick<Scope, 'teamId'>, days: { from: string; until: string; now: Date }) =>
  sql.selectBlockers(db, team, { ...days, limit: limits.pageSize })

/**
 * Anybody in the team may say what has become of one. Of two who take it on, the second hears that somebody has.
 * @throws AppError not_found; only_oneself: nobody is named but by themselves; blocker_taken
 */
export const changeBlocker = (
  { database, now }: Services,
  scope: Scope,
  id: string,
  change: BlockerChange,
): Promise<Blocker> =>
  inTeam(database, scope, async (db) => {
    if (change.owner_id && change.owner_id !== scope.userId) throw new AppError('only_oneself')
    const author = await sql.selectAuthor(db, scope, id)
    if (!author) throw new AppError('not_found')
    const member = { teamId: scope.teamId, userId: author.user_id }
    await sql.lockMember(db, member)
    // A deletion of its only report may have come first and removed the blocker.
    const known = await sql.selectForChange(db, scope, id, now())
    if (!known) throw new AppError('not_found')
    const kinds = actsOf(change, known, scope.userId)
    if (kinds.includes('taken') && known.owner_id !== null) throw new AppError('blocker_taken')
    if (kinds.length > 0) await keepActs(db, member, known, kinds, { userId: scope.userId, now: now() })
    return (await sql.selectBlockers(db, scope, { id, now: now() }))[0]!
  })

/** Writes down what was done, and what the blocker has come to with it. */
async function keepActs(
  db: Db,
  member: Member,
  { user_id: _author, named, newest, today, days, acts, listeners, ...blocker }: ChangedBlocker,
  kinds: readonly BlockerAct[],
  { userId, now }: { userId: string | null; now: Date },
): Promise<void> {
  const day = dayOfNewAct(newest, acts)
  const events = kinds.map((kind) => ({ id: newId(), blocker_id: blocker.id, kind, day, user_id: userId }))
  const change: Act[] = events.map((event) => Object.assign({ on: today, at: now.toISOString() }, event))
  const undone = undoneBy(change, { named, acts, days }, { userId, now })
  const kept = undone.length > 0 ? acts.filter((act) => !undone.includes(act)) : [...acts, ...change]
  const changed = { ...blocker, ...standingOf(named, kept, days) }
  if (undone.length > 0) {
    const ids = undone.map(({ id }) => id)
    await sql.deleteEvents(db, member, 'id', ids)
    await deleteCopiesOfActs(db, { teamId: member.teamId, userId }, ids)
  }
  await sql.keepBlockers(db, member, { blockers: [changed], events: undone.length > 0 ? [] : events, now })
  await tellOf(db, member, { listeners, before: [blocker], after: [changed], now })
}

/**
 * Within the transaction that writes, moves or deletes a report: what the member's blockers have come to with it. They
 * follow from all of their reports, so those of later days are looked at again.
 * @param from the first day of which something has changed
 * @param before the report as it was, if it was changed
 * @param chosen what the author said by the rows of the form (E3.03)
 */
export async function followBlockers(
  db: Db,
  { teamId, userId }: Member,
  { from, before, chosen, now }: Change & { now: Date },
): Promise<void> {
  const member = { teamId, userId }
  await sql.lockMember(db, member)
  await resolveChosen(db, member, chosen?.choices ?? [], now)
  const known = await sql.selectSince(db, member, from)
  const { stale, blockers, events, acts, orphans } = await recompute(known, { from, before, chosen, newId })
  if (stale.length > 0) await sql.deleteEvents(db, member, 'report_id', stale)
  if (blockers.length > 0 || events.length > 0)
    await sql.keepBlockers(db, member, { blockers: await linked(db, member, blockers), events, now })
  if (acts.length > 0) await sql.moveActs(db, member, acts)
  if (orphans.length > 0) await sql.deleteBlockers(db, member, orphans)
  await tellOf(db, member, { listeners: known.listeners, before: known.blockers, after: blockers, now })
}

/** Resolves the member's own blockers that they marked as solved in a row of the form. */
async function resolveChosen(db: Db, member: Member, choices: readonly BlockerChoice[], now: Date): Promise<void> {
  for (const { id, state } of choices) {
    const known = state === 'solved' ? await sql.selectForChange(db, member, id, now) : undefined
    if (known?.user_id !== member.userId) continue
    const kinds = actsOf({ state: 'resolved' }, known, member.userId)
    if (kinds.length > 0) await keepActs(db, member, known, kinds, { userId: member.userId, now })
  }
}

/** Tells webhooks which blockers were opened, which were resolved, and which are no longer mentioned. */
async function tellOf(
  db: Db,
  member: Member,
  { listeners, before, after, now }: Compared & { now: Date },
): Promise<void> {
  if (listeners.length === 0) return
  for (const { id, event } of becameOf(before, after))
    await tell({ now: () => now }, db, member, listeners, event, async () => {
      const [blocker] = await sql.selectBlockers(db, member, { id, now })
      return blocker!
    })
}
type Compared = { listeners: readonly Listener[]; before: readonly BlockerRow[]; after: readonly BlockerRow[] }

/** So many due days of its author a blocker may wait for somebody to take it on, until the day's reminder says so (N6.03). */
const waitsAtMost = 2

/** How many of the team's wait for longer. */
export const countWaiting = ({ database, now }: Services, team: Pick<Scope, 'teamId'>): Promise<number> =>
  inTeam(database, team, async (db) => {
    const open = await sql.selectBlockers(db, team, { state: 'open', limit: limits.pageSize, now: now() })
    return open.filter(({ age }) => age > waitsAtMost).length
  })

/** So far back a version that knows of blockers looks for those of a version that did not. */
const followedBack = 90 * 24 * 60 * 60_000 // milliseconds

/** Follows reports that another version wrote: one that knew of no blockers, or took 'none' for one (E3.01). */
export async function followUnfollowed({ database, now }: Pick<Services, 'database' | 'now'>): Promise<void> {
  const since = new Date(now().getTime() - followedBack).toISOString().slice(0, 10)
  for (const { from, ...member } of await inEveryTeam(database, (db) => unfollowedSince(db, since)))
    await inTeam(database, member, (db) => followBlockers(db, member, { from, now: now() }))
}

/** Within the transaction that keeps an import: what names an issue is resolved once that is seen to be closed. */
export async function closeByIssues(
  db: Db,
  { teamId }: Pick<Scope, 'teamId'>,
  source: Source,
  { closed, now }: { closed: readonly { key: string; doneAt: Date }[]; now: Date },
): Promise<void> {
  const doneAt = new Map(closed.map((issue) => [issue.key, issue.doneAt]))
  for (const blocker of await sql.selectOfIssues(db, { teamId }, source, [...doneAt.keys()])) {
    // Opened again since, it stays so: an import sees for days what was closed.
    if (blocker.closed_at && blocker.closed_at >= doneAt.get(blocker.source_key)!) continue
    const author = { teamId, userId: blocker.user_id }
    await sql.lockMember(db, author)
    const known = await sql.selectForChange(db, author, blocker.id, now)
    if (known) await keepActs(db, author, known, ['issue-closed'], { userId: null, now })
  }
}

/**
 * Must run in the caller's transaction. Until it ends, nobody else changes the member's blockers. Warning: lock the member
 * before writing or locking one of their reports, else two transactions deadlock: `blocker_events` refers to reports.
 */
export const { lockMember } = sql

/** Within the transaction that erases the member: what they did with the blockers of others is told of nobody. */
export const forgetHelper = (db: Db, member: Member): Promise<void> => sql.forgetHelper(db, member)

/** With the imported issue that a blocker's line names: the first of which nobody could mean another. */
async function linked(db: Db, member: Member, blockers: readonly BlockerRow[]) {
  const named = new Map(blockers.flatMap(({ id, source, text }) => (source ? [] : [[id, issuesIn(text)] as const])))
  const names = [...named.values()].flat()
  if (names.length === 0) return blockers
  const issues = await sql.selectIssues(db, member, names)
  return blockers.map((blocker) => {
    for (const name of named.get(blocker.id) ?? []) {
      const meant = issues.filter(({ reference, url }) => reference === name || url === name)
      if (meant.length === 1) return { ...blocker, ...meant[0] }
    }
    return blocker
  })
}

/** What a line may call an issue: #461, HIN-212, its address without what closes the sentence. */
const issuesIn = (line: string): string[] =>
  line.match(issueName)?.map((name) => name.replace(/(?<![.,;:!?)\]])[.,;:!?)\]]+$/u, '')) ?? []
const issueName = /https?:\/\/[!-~]+|#\d{1,9}\b|\b[A-Z][A-Z0-9]{1,9}-\d{1,9}\b/gu
