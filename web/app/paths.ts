/** Every route of the browser: the pattern, and the link builder where it takes anything. */
export const paths = {
  home: '/',
  login: '/login',
  signUp: '/signup',
  passwordReset: '/password-reset',
  emailProof: '/email-proof',
  notMe: '/not-me',
  licence: '/licence',
  help: '/help',
  invitation: '/invitation',
  googleOnboarding: '/google/onboard',
  dashboard: '/dashboard',
  report: '/report',
  team: '/team',
  settings: '/settings',
  search: '/search',
  mentions: '/mentions',
  week: '/week',
} as const

/** The screens of the main shell: signed in only (S2.21). */
export const shellPaths: readonly string[] = [
  paths.home,
  paths.dashboard,
  paths.report,
  paths.team,
  paths.settings,
  paths.search,
  paths.mentions,
  paths.week,
]

/** The key of where somebody wanted to be who is not signed in, for this tab only. */
export const returnKey = 'asakai_return'

/** Leads back to this address after the next login. */
export const keepReturn = (path: string) => sessionStorage.setItem(returnKey, path)

/**
 * Where to go after signing in: a screen of the shell, with its query and hash, on this very site; anything else is /.
 * @param wanted where somebody wanted to be, as an address; null for nowhere
 */
export function wayBack(wanted: string | null): string {
  const { origin } = window.location
  const url = URL.canParse(wanted ?? '', origin) ? new URL(wanted ?? '', origin) : undefined
  if (!url || url.origin !== origin || !shellPaths.includes(url.pathname)) return paths.home
  return url.pathname + url.search + url.hash
}

/** @param tab a tab of the settings screen */
export const settingsPath = (tab?: string) => (tab ? `${paths.settings}?tab=${tab}` : paths.settings)

/** The services that a member connects, in view. */
export const connectionsPath = `${settingsPath('user-info')}#connections-card`
