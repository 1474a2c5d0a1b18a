import { dateOf } from './members.ts'

export const screensOfMembers = [
  '/',
  `/?date=${dateOf(-1)}`,
  '/mentions',
  '/?page=activity',
  '/?page=monthly-report',
  '/?page=monthly-report&period=previous',
  '/week',
  '/dashboard',
  '/search',
  '/search?q=設計',
  ...['members', 'pending', 'calendar', 'settings'].map((tab) => `/team?tab=${tab}`),
  ...['user-info', 'access', 'notifications', 'frequent-tasks', 'backlog-settings', 'language', 'app-info'].map(
    (tab) => `/settings?tab=${tab}`,
  ),
]

export const screensOfAdministrators = ['submitted', 'open', 'approved'].map(
  (state) => `/?page=monthly-report&months=${state}`,
)
