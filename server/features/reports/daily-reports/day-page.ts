import type { DayReport } from '#contract/reports.ts'
import type { DayRow, OwnPart, DayPage } from './sql.ts'
import { createHash } from 'node:crypto'
import type { Scope } from '#server/access/scope.ts'
import type { Db, Database } from '#server/db/database.ts'
import * as reports from './sql.ts'

/** The page of a day. `tag`: changes whenever the page changes; undefined if the day has no version. */
export type Page = { tag: string | undefined; text: () => string }

/** Returns a page of the day as the caller sees it. Caches the part that is the same for the whole team. */
export async function pageOfDay(db: Db, scope: Scope, days: KeptDays, day: reports.DayPage): Promise<Page> {
  const kept = days.get(scope.teamId, day)
  if (kept) {
    const own = await reports.selectOwnPart(db, scope, day.date, {
      ids: kept.reports.map(({ id }) => id),
      own: kept.reports.find(({ user_id }) => user_id === scope.userId)?.id ?? null,
    })
    if (own.version === kept.version) return pageFor(scope, kept, own)
  }
  const { rows, total, ...own } = await reports.selectDay(db, scope, day)
  const page = sharedPage(own.version, rows, total)
  days.keep(scope.teamId, day, page)
  return pageFor(scope, page, own)
}

function pageFor({ userId }: Scope, page: SharedPage, own: reports.OwnPart): Page {
  const { version, marks, readers } = own
  const hash = createHash('sha256').update(`${version} ${userId} ${marks} ${readers}`)
  return { tag: version === null ? undefined : hash.digest('base64url'), text: () => pageOf(page, userId, own) }
}

type Reactions = DayReport['reactions']

/** A report of the page. Most of its JSON is encoded once, because it is the same for every caller. */
type SharedReport = Pick<DayRow, 'id' | 'user_id' | 'given'> & {
  /** The JSON that everybody sees, without its closing bracket. */
  open: string
  givers: ReadonlySet<string>
  /** The JSON of the reactions, for callers that have not reacted. */
  reactions: string
}

/**
 * A page of a day, without the parts that differ between callers.
 * - `version`: changes whenever the page changes
 * - `size`: characters
 */
type SharedPage = { version: string | null; reports: SharedReport[]; total: number; size: number }

/** @param rows the JSON of an array of `DayRow` */
function sharedPage(version: string | null, rows: string, total: number): SharedPage {
  const reports = (JSON.parse(rows) as DayRow[]).map(({ given, ...report }) => ({
    id: report.id,
    user_id: report.user_id,
    given,
    open: JSON.stringify(report).slice(0, -1),
    givers: new Set(given.map(([, by]) => by)),
    reactions: JSON.stringify(countReactions(given)),
  }))
  return { version, reports, total, size: rows.length }
}

const marks: Record<string, string> = {
  u: '"read":false,"changed":false',
  r: '"read":true,"changed":false',
  c: '"read":true,"changed":true',
}

/** Returns the page for one member: the JSON of a `ReportDay`. */
function pageOf({ reports, total }: SharedPage, userId: string, own: OwnPart): string {
  const texts = reports.map(({ user_id, open, given, givers, reactions }, nth) => {
    const counted = givers.has(userId) ? JSON.stringify(countReactions(given, userId)) : reactions
    const readers = user_id === userId ? `,"readers":${own.readers}` : ''
    return `${open},${marks[own.marks![nth]!]!},"reactions":${counted}${readers}}`
  })
  return `{"reports":[${texts.join(',')}],"total":${total}}`
}

/** Counts each reaction, and sorts by count. If two have the same count, the one that was given first comes first. */
function countReactions(given: DayRow['given'], userId?: string): Reactions {
  const counts = new Map<string, Reactions[number]>()
  for (const [reaction, by] of given) {
    const known = counts.get(reaction) ?? { reaction, count: 0, mine: false }
    counts.set(reaction, { reaction, count: known.count + 1, mine: known.mine || by === userId })
  }
  return [...counts.values()].toSorted((one, other) => other.count - one.count)
}

const most = 16_000_000 // characters, some 300 days of 100 reports

/**
 * A cache of the days' pages. Entries are never invalidated: a page is used only if its version equals the one that the
 * database returns in the transaction of the response. Triggers replace the version with each change of what the page
 * shows (decision 51).
 */
export type KeptDays = ReturnType<typeof keptDays>
const kept = new WeakMap<Database, KeptDays>()

export function keptDaysOf(database: Database): KeptDays {
  const days = kept.get(database) ?? keptDays()
  kept.set(database, days)
  return days
}

function keptDays() {
  const pages = new Map<string, SharedPage>() // the most recently read entry is the last
  let size = 0
  const keyOf = (teamId: string, { date, limit, offset }: DayPage) => `${teamId} ${date} ${limit} ${offset}`
  const drop = (key: string) => {
    size -= pages.get(key)?.size ?? 0
    pages.delete(key)
  }
  return {
    get(teamId: string, day: DayPage): SharedPage | undefined {
      const key = keyOf(teamId, day)
      const page = pages.get(key)
      if (page && pages.delete(key)) pages.set(key, page)
      return page
    },
    forget: (teamId: string, day: DayPage) => drop(keyOf(teamId, day)),
    keep(teamId: string, day: DayPage, page: SharedPage) {
      const key = keyOf(teamId, day)
      drop(key)
      if (page.version === null) return
      pages.set(key, page)
      size += page.size
      for (const oldest of pages.keys()) if (size > most) drop(oldest)
    },
  }
}
