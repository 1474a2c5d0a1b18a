import type { Database } from '#server/db/database.ts'
import type { SharedPage } from './shared-page.ts'
import type { DayPage } from './sql.ts'

const most = 16_000_000 // characters, some 300 days of 100 reports

/**
 * A cache of the days' pages. Entries are never invalidated. A page is used only if the database returns the same
 * version in the transaction of the response; triggers raise the version with each change of what the page shows
 * (decision 51).
 */
export type KeptDays = ReturnType<typeof keptDays>
const kept = new WeakMap<Database, KeptDays>()

export function keptDaysOf(database: Database): KeptDays {
  const days = kept.get(database) ?? keptDays()
  kept.set(database, days)
  return days
}

function keptDays() {
  const pages = new Map<string, SharedPage>() // the one that was read last is the last
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
