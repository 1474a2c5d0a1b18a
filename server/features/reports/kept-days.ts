import type { DayReport } from '#contract/reports.ts'
import type { Sign } from '#contract/signs.ts'
import type { Database, JsonText } from '#server/db/database.ts'
import type { DayPage, OwnPart } from './sql.ts'

/** A page of a day as the whole team has it, in pieces between which goes what is the caller's alone. */
export type SharedPage = { version: string | null; reports: SharedReport[]; end: string; size: number }
type SharedReport = {
  id: string
  userId: string
  words: string
  comments: string
  /** `nice:<member> thanks:<member>`, in the order in which they were given */
  given: string
  /** Counted, for whoever has given none. */
  reactions: string
}

const commentsKey = ',"comments":'
const signsKey = ',"reactions":'
const author = /\{"id":"(.{36})","user_id":"(.{36})"/u

/** @param reports as the database writes them. Within a text a quote has a backslash before it, so that only keys are met. */
export function sharedPage(version: string | null, reports: string, total: string): SharedPage {
  const page: SharedPage = { version, reports: [], end: '', size: reports.length }
  let done = 0
  for (let key = reports.indexOf(commentsKey); key >= 0; key = reports.indexOf(commentsKey, done)) {
    const signs = reports.indexOf(signsKey, key)
    const end = reports.indexOf('}', signs)
    const words = reports.slice(done, key)
    const [, id, userId] = author.exec(words) as unknown as [string, string, string]
    const given = (JSON.parse(reports.slice(signs + signsKey.length, end)) as string | null) ?? ''
    const comments = reports.slice(key, signs)
    page.reports.push({ id, userId, words, comments, given, reactions: JSON.stringify(counted(given, '')) })
    done = end
  }
  page.end = `${reports.slice(done)}, "total" : ${total}}`
  return page
}

const marked: Record<string, string> = {
  u: ',"read":false,"changed":false',
  r: ',"read":true,"changed":false',
  c: ',"read":true,"changed":true',
}

/** The page as that member has it: the text of a `ReportDay`. */
export function pageOf(page: SharedPage, userId: string, { marks, readers }: OwnPart): JsonText {
  let text = '{"reports" : '
  page.reports.forEach(({ userId: of, words, comments, given, reactions }, nth) => {
    text += words + marked[marks![nth]!]! + comments + signsKey
    text += given.includes(userId) ? JSON.stringify(counted(given, userId)) : reactions
    if (of === userId) text += `,"readers":${readers}`
  })
  return (text + page.end) as JsonText
}

/** Each sign once, the most used first, of two as often used the one that was given first. */
function counted(given: string, userId: string): DayReport['reactions'] {
  const signs = new Map<Sign, DayReport['reactions'][number]>()
  for (const one of given.split(' ').filter(Boolean)) {
    const [sign, by] = one.split(':') as [Sign, string]
    const known = signs.get(sign) ?? { sign, count: 0, mine: false }
    signs.set(sign, { sign, count: known.count + 1, mine: known.mine || by === userId })
  }
  return [...signs.values()].toSorted((one, other) => other.count - one.count)
}

const most = 16_000_000 // characters, some 300 days of 100 reports

/**
 * Pages of days that were read last. Nobody drops one: it is used only where the database says, in the transaction that
 * answers, that its version is still the day's, which triggers raise with whatever it shows (decision 51).
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
