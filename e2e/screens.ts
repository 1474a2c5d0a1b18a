import type { ShellPath } from '../web/app/paths.ts'
import { dateOf } from './members.ts'

/** The addresses of each screen, with its tabs. `/report` shows the same as `/`. */
const addresses: Record<ShellPath, readonly string[]> = {
  '/': [
    '/',
    `/?date=${dateOf(-1)}`,
    '/?page=activity',
    '/?page=monthly-report',
    '/?page=monthly-report&period=previous',
  ],
  '/report': [],
  '/mentions': ['/mentions'],
  '/week': ['/week'],
  '/dashboard': ['/dashboard'],
  '/search': ['/search', '/search?q=設計'],
  '/team': ['members', 'pending', 'calendar', 'settings'].map((tab) => `/team?tab=${tab}`),
  '/settings': [
    'user-info',
    'access',
    'notifications',
    'frequent-tasks',
    'backlog-settings',
    'language',
    'app-info',
  ].map((tab) => `/settings?tab=${tab}`),
}

export const screensOfMembers = Object.values(addresses).flat()

export const screensOfAdministrators = ['submitted', 'open', 'approved'].map(
  (state) => `/?page=monthly-report&months=${state}`,
)
