import { createHash } from 'node:crypto'
import type { Scope } from '#server/access/scope.ts'
import type { Db } from '#server/db/database.ts'
import type { KeptDays } from './day-cache.ts'
import { pageOf, type SharedPage, sharedPage } from './shared-page.ts'
import * as reports from './sql.ts'

/** `tag`: another as soon as the page is another; undefined if the day has no version. */
export type Page = { tag: string | undefined; text: () => string }

/** Returns a page of the day as the caller sees it. The part that the whole team shares is kept. */
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
