/** Every route of the browser: the pattern, and the link builder where it takes anything. */
export const paths = {
  home: '/',
  login: '/login',
  signUp: '/signup',
  passwordReset: '/password-reset',
  emailProof: '/email-proof',
  licence: '/licence',
  dashboard: '/dashboard',
  report: '/report',
  team: '/team',
  settings: '/settings',
} as const

/** The screens of the main shell: signed in only (specification 2, Route table). */
export const shellPaths: readonly string[] = [paths.home, paths.dashboard, paths.report, paths.team, paths.settings]

/** @param tab a tab of the settings screen */
export const settingsPath = (tab?: string) => (tab ? `${paths.settings}?tab=${tab}` : paths.settings)

/** @param date YYYY-MM-DD; without it the report of today */
export const reportPath = (date?: string) => (date ? `${paths.home}?date=${date}` : paths.home)
