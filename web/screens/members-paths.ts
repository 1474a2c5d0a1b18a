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

/** What the shell's content shows (S2.40). */
export type Page = 'daily-report' | 'monthly-report' | 'activity' | 'dashboard' | 'team' | 'settings' | 'search'

const pageOfPath: Record<string, Page> = {
  [paths.dashboard]: 'dashboard',
  [paths.team]: 'team',
  [paths.settings]: 'settings',
  [paths.search]: 'search',
}
/** Pages without a path of their own; `/?page=` keeps them over a reload. */
const internalPages = ['activity', 'monthly-report'] as const

export const pageAt = (path: string, search: URLSearchParams): Page =>
  pageOfPath[path] ?? internalPages.find((page) => page === search.get('page')) ?? 'daily-report'

export const pagePath = (page: (typeof internalPages)[number]) => `${paths.home}?page=${page}`

/** Where what was found stands: its row on the day, or in the retrospective of the two weeks up to it. */
export const foundPath = ({ kind, id, date }: SearchResult) =>
  kind === 'report' ? `${reportPath(date)}#report-${id}` : `${pagePath('activity')}&until=${date}#insight-${id}`

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
] as const
export type HelpSection = (typeof helpSections)[number]

export const helpPath = (section: HelpSection) => `${paths.help}#${section}`
