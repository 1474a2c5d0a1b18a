/**
 * The paths of the screens. A tab of a screen is in the query. The callbacks of sign-in providers are not listed here.
 */
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
  allow: '/allow',
  googleOnboarding: '/google/onboard',
  dashboard: '/dashboard',
  report: '/report',
  team: '/team',
  settings: '/settings',
  search: '/search',
  mentions: '/mentions',
  week: '/week',
} as const

/** The screens of the main shell, for members only (S2.21). */
const shellPaths = [
  paths.home,
  paths.dashboard,
  paths.report,
  paths.team,
  paths.settings,
  paths.search,
  paths.mentions,
  paths.week,
] as const
export type ShellPath = (typeof shellPaths)[number]

export const isShellPath = (path: string): path is ShellPath => shellPaths.some((known) => known === path)

/** The session storage key of the page that a signed-out visitor wanted. It applies to this tab only. */
export const returnPathKey = 'asakai_return'

export const storeReturnPath = (path: string) => sessionStorage.setItem(returnPathKey, path)

/** The pages to which a member returns after sign-in. */
const returnPaths: ReadonlySet<string> = new Set([...shellPaths, paths.allow])

/**
 * Returns the page to open after sign-in. It must be a members' page on this site, with its query and hash.
 * Otherwise returns /.
 * @param wanted the wanted URL, or null
 */
export function safeReturnPath(wanted: string | null): string {
  const { origin } = window.location
  const url = URL.canParse(wanted ?? '', origin) ? new URL(wanted ?? '', origin) : undefined
  if (!url || url.origin !== origin || !returnPaths.has(url.pathname)) return paths.home
  return url.pathname + url.search + url.hash
}

/** @param tab a tab of the settings screen */
export const settingsPath = (tab?: string) => (tab ? `${paths.settings}?tab=${tab}` : paths.settings)

/** The path of the card with the member's own days, hours and time zone. The page scrolls to it. */
export const schedulePath = `${settingsPath('user-info')}#schedule-card`

/** The path of the card with the services that a member has connected. The page scrolls to it. */
export const connectionsPath = `${settingsPath('user-info')}#connections-card`
