import type { Subject } from '#contract/comments.ts'
import type { SearchResult } from '#contract/search.ts'
import { isShellPath, paths, type ShellPath } from './paths.ts'

/** @param tab a tab of the team screen; default: the members */
export const teamPath = (tab?: string) => (tab ? `${paths.team}?tab=${tab}` : paths.team)

/** @param month YYYY-MM; default: this month */
export const calendarPath = (month?: string) => `${teamPath('calendar')}${month ? `&month=${month}` : ''}`

export const invitePath = `${paths.team}?invite`

/** @param date YYYY-MM-DD; default: today */
export const reportPath = (date?: string) => (date ? `${paths.home}?date=${date}` : paths.home)

/**
 * Returns the path of the week that contains the date.
 * @param date YYYY-MM-DD
 */
export const weekPath = (date: string) => `${paths.week}?date=${date}`

const pageOfPath = {
  [paths.home]: 'daily-report',
  [paths.report]: 'daily-report',
  [paths.dashboard]: 'dashboard',
  [paths.team]: 'team',
  [paths.settings]: 'settings',
  [paths.search]: 'search',
  [paths.mentions]: 'mentions',
  [paths.week]: 'week',
} as const satisfies Record<ShellPath, string>
/** Pages without a path of their own. `/?page=` names the page, so that a reload shows it again. */
const internalPages = ['activity', 'monthly-report'] as const

/** The page that the shell shows (S2.40). */
export type MemberPage = (typeof pageOfPath)[ShellPath] | (typeof internalPages)[number]

export function pageAt(path: string, search: URLSearchParams): MemberPage {
  const page = isShellPath(path) ? pageOfPath[path] : 'daily-report'
  return page === 'daily-report' ? (internalPages.find((each) => each === search.get('page')) ?? page) : page
}

export const pagePath = (page: (typeof internalPages)[number]) => `${paths.home}?page=${page}`

/** Returns the path of a day's report, or of the insights of the two weeks that end on the day. */
const subjectPath = (subject: Subject, date: string) =>
  subject === 'report' ? reportPath(date) : `${pagePath('activity')}&until=${date}`

/** The query parameter with the id of the open thread's subject. */
export const threadParameter = 'thread'

/**
 * Returns the path of a thread.
 * @param about the report or insight, and its day
 */
export const threadPath = ({ subject, id, date }: { subject: Subject; id: string; date: string }) =>
  `${subjectPath(subject, date)}&${threadParameter}=${id}`

export const commentPath = (comment: string, about: Parameters<typeof threadPath>[0]) =>
  `${threadPath(about)}#comment-${comment}`

/**
 * Returns the path of a search result: its row or its place in a thread.
 * @param words the search words, which are highlighted there
 */
export const foundPath = (
  { kind, id, date, about }: Pick<SearchResult, 'kind' | 'id' | 'date' | 'about'>,
  words: string,
): string => {
  const marking = `&words=${encodeURIComponent(words)}#`
  if (kind === 'comment') return about ? commentPath(id, about).replace('#', marking) : paths.home
  return `${subjectPath(kind, date)}${marking}${kind}-${id}`
}

export const searchPath = (words = '') =>
  words ? `${paths.search}?${new URLSearchParams({ q: words }).toString()}` : paths.search

/** Sections of the guide that screens link to: the anchors of docs/members/en.md. */
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

/** Returns the URL of the day without the parameter that opens the form. */
export function withoutWrite(search: URLSearchParams) {
  const query = new URLSearchParams(search)
  query.delete('write')
  return query.size > 0 ? `${paths.home}?${query}` : paths.home
}
