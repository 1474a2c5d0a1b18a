import type { Subject } from '#contract/comments.ts'
import type { SearchResult } from '#contract/search.ts'
import { paths } from '../app/paths.ts'

/** @param tab a tab of the team screen; without it the members */
export const teamPath = (tab?: string) => (tab ? `${paths.team}?tab=${tab}` : paths.team)

/** @param month YYYY-MM; without it this month */
export const calendarPath = (month?: string) => `${teamPath('calendar')}${month ? `&month=${month}` : ''}`

/** The team with the form to invite open. */
export const invitePath = `${paths.team}?invite`

/** @param date YYYY-MM-DD; without it the report of today */
export const reportPath = (date?: string) => (date ? `${paths.home}?date=${date}` : paths.home)

/** The week of a day. @param date YYYY-MM-DD */
export const weekPath = (date: string) => `${paths.week}?date=${date}`

/** What the shell's content shows (S2.40). */
export type Page =
  | 'daily-report'
  | 'mentions'
  | 'monthly-report'
  | 'activity'
  | 'dashboard'
  | 'team'
  | 'settings'
  | 'search'
  | 'week'

const pageOfPath: Record<string, Page> = {
  [paths.dashboard]: 'dashboard',
  [paths.team]: 'team',
  [paths.settings]: 'settings',
  [paths.search]: 'search',
  [paths.mentions]: 'mentions',
  [paths.week]: 'week',
}
/** Pages without a path of their own; `/?page=` keeps them over a reload. */
const internalPages = ['activity', 'monthly-report'] as const

export const pageAt = (path: string, search: URLSearchParams): Page =>
  pageOfPath[path] ?? internalPages.find((page) => page === search.get('page')) ?? 'daily-report'

export const pagePath = (page: (typeof internalPages)[number]) => `${paths.home}?page=${page}`

/** The screen with the report of a day, or with the insights of the two weeks up to it. */
const subjectPath = (subject: Subject, date: string) =>
  subject === 'report' ? reportPath(date) : `${pagePath('activity')}&until=${date}`

/** In the address: of what the thread is open. */
export const threadParameter = 'thread'

/** What was said to a report or an insight. @param about that, and its day */
export const threadPath = ({ subject, id, date }: { subject: Subject; id: string; date: string }) =>
  `${subjectPath(subject, date)}&${threadParameter}=${id}`

/** Where a comment stands in it. */
export const commentPath = (comment: string, about: Parameters<typeof threadPath>[0]) =>
  `${threadPath(about)}#comment-${comment}`

/** Where what was found stands: its row, or in a thread. @param words that it was found by, which are marked there */
export const foundPath = (
  { kind, id, date, about }: Pick<SearchResult, 'kind' | 'id' | 'date' | 'about'>,
  words: string,
): string => {
  const marking = `&words=${encodeURIComponent(words)}#`
  if (kind === 'comment') return about ? commentPath(id, about).replace('#', marking) : paths.home
  return `${subjectPath(kind, date)}${marking}${kind}-${id}`
}

/** @param words what is looked for */
export const searchPath = (words = '') =>
  words ? `${paths.search}?${new URLSearchParams({ q: words }).toString()}` : paths.search

/** Sections of the guide to which screens lead: the anchors of docs/members/en.md. */
export const helpSections = [
  'notifications',
  'your-own-days-and-hours',
  'connected-accounts',
  'dashboard-and-backlog',
  'team-and-invitations',
  'your-devices-and-data',
  'your-own-programs',
] as const
export type HelpSection = (typeof helpSections)[number]

export const helpPath = (section: HelpSection) => `${paths.help}#${section}`

/** Returns the address of the day without the wish to write on it. */
export function withoutWrite(search: URLSearchParams) {
  const query = new URLSearchParams(search)
  query.delete('write')
  return query.size > 0 ? `${paths.home}?${query}` : paths.home
}
