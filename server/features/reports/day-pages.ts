import { createHash } from 'node:crypto'
import type { Scope } from '#server/access/scope.ts'
import type { Db, JsonText } from '#server/db/database.ts'
import { type keptDaysOf, pageOf, type SharedPage, sharedPage } from './kept-days.ts'
import * as reports from './sql.ts'

/** @param tag another as soon as the page is another; undefined where nothing says so */
export type Page = { tag: string | undefined; text: () => JsonText }

/** Returns a page of the day as the caller sees it. The part that the whole team shares is kept. */
export async function pageOfDay(
  db: Db,
  scope: Scope,
  days: ReturnType<typeof keptDaysOf>,
  day: reports.DayPage,
): Promise<Page> {
  const kept = days.get(scope.teamId, day)
  if (kept) {
    const own = await reports.selectOwnPart(db, scope, day.date, {
      ids: kept.reports.map(({ id }) => id),
      own: kept.reports.find(({ userId }) => userId === scope.userId)?.id ?? null,
    })
    if (own.version === kept.version) return pageFor(scope, kept, own)
  }
  const { reports: texts, total, ...own } = await reports.selectDay(db, scope, day)
  const page = sharedPage(own.version, texts, total)
  days.keep(scope.teamId, day, page)
  return pageFor(scope, page, own)
}

function pageFor({ userId }: Scope, page: SharedPage, own: reports.OwnPart): Page {
  const { version, marks, readers } = own
  const hash = createHash('sha256').update(`${version} ${userId} ${marks} ${readers}`)
  return { tag: version === null ? undefined : hash.digest('base64url'), text: () => pageOf(page, userId, own) }
}
