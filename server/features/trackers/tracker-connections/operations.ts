import * as z from 'zod/mini'
import type { Source } from '#contract/backlogs.ts'
import type { BacklogConnection, Connected, JiraConnection } from '#contract/connections.ts'
import type { FieldErrorCode } from '#contract/errors.ts'
import { providers } from '#contract/providers.ts'
import type { Scope } from '#server/access/scope.ts'
import { requireProvider } from '#server/config/providers.ts'
import { AppError, ProviderFailure } from '#server/errors.ts'
import { connectAccount } from '#server/features/account/linked-accounts/operations.ts'
import { requireSecret } from '#server/access/provider-secrets/operations.ts'
import { confirmBacklog, readBacklogDone, readBacklogPage } from '#server/providers/backlog/backlog.ts'
import { readGitHubDone, readGitHubPage } from '#server/providers/github/issues.ts'
import { coversIssues } from '#server/providers/github/sign-in.ts'
import { doneDays } from '#server/providers/done.ts'
import type { Done, IssuePage } from '#server/providers/issue.ts'
import { confirmJira, readJiraDone, readJiraPage } from '#server/providers/jira/jira.ts'
import { type Site, trackerSites } from '#server/providers/tracker-site.ts'
import type { Services } from '#server/services.ts'

type Member = Pick<Scope, 'teamId' | 'userId'>

/** The domains of each tracker. `tried`: the domains to try, in this order, for a name without a domain. */
const places = {
  backlog: {
    suffixes: ['.backlog.com', '.backlog.jp', '.backlogtool.com'],
    tried: ['.backlog.com', '.backlog.jp'],
  },
  jira: { suffixes: ['.atlassian.net'], tried: ['.atlassian.net'] },
}
const sitesOf = ({ config }: Pick<Services, 'config'>, tracker: keyof typeof places, typed: string): Site[] =>
  trackerSites(typed, places[tracker], config.providers.trackerOrigins)

/** The time limit for one site, so that all sites have answered before the browser gives up. */
const siteTimeoutMs = 4_000 // milliseconds

/**
 * Connects a space of Backlog if the space accepts the key. Otherwise keeps an earlier connection.
 * @throws AppError invalid_input; ProviderFailure
 */
export async function connectBacklog(services: Services, scope: Scope, typed: BacklogConnection): Promise<Connected> {
  const sites = sitesOf(services, 'backlog', typed.space)
  if (sites.length === 0) throw wrong('space', 'invalid')
  const apiKey = typed.apiKey.trim()
  // The key is sent in a header, which allows these characters only.
  if (!/^[\x21-\x7e]+$/u.test(apiKey)) throw wrong('apiKey', 'invalid_characters')
  const [site, person] = await firstToAnswer(sites, (place, signal) => confirmBacklog({ site: place, apiKey }, signal))
  const account = site.guarded ? site.host.split('.')[0]! : site.host
  const secret = { space: site.origin, apiKey } satisfies z.infer<typeof grants.backlog>
  return connectAccount(services, scope, { provider: 'backlog', account, subject: String(person), secret })
}

/**
 * Connects a site of Jira if the site accepts the token. Otherwise keeps an earlier connection.
 * @throws AppError invalid_input; ProviderFailure
 */
export async function connectJira(services: Services, scope: Scope, typed: JiraConnection): Promise<Connected> {
  const sites = sitesOf(services, 'jira', typed.domain)
  if (sites.length === 0) throw wrong('domain', 'invalid')
  const [email, apiToken] = [typed.email.trim(), typed.apiToken.trim()]
  const [site, person] = await firstToAnswer(sites, (place, signal) =>
    confirmJira({ site: place, email, apiToken }, signal),
  )
  const secret = { domain: site.origin, email, apiToken } satisfies z.infer<typeof grants.jira>
  return connectAccount(services, scope, { provider: 'jira', account: site.host, subject: person, secret })
}

const wrong = (name: string, code: FieldErrorCode) => new AppError('invalid_input', { field: { name, code } })

/**
 * Tries the sites one after the other, so that no more sites than necessary get the key.
 * @throws ProviderFailure the most informative failure
 */
async function firstToAnswer<Answer>(
  sites: Site[],
  ask: (site: Site, signal: AbortSignal) => Promise<Answer>,
): Promise<[Site, Answer]> {
  const failures: ProviderFailure[] = []
  for (const site of sites) {
    try {
      return [site, await ask(site, AbortSignal.timeout(siteTimeoutMs))]
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error
      // An unknown host name is the user's mistake, not a network failure.
      failures.push(error.cause === 'ENOTFOUND' ? new ProviderFailure(error.provider, 'not_found') : error)
    }
  }
  throw (
    failures.find(({ reason }) => reason === 'unauthorized') ??
    failures.find(({ reason }) => reason !== 'not_found') ??
    failures[0]!
  )
}

/** The form of each tracker's stored grant. */
const grants = {
  github: z.object({ access_token: z.string(), scopes: z.optional(z.array(z.string())) }),
  backlog: z.object({ space: z.string(), apiKey: z.string() }),
  jira: z.object({ domain: z.string(), email: z.string(), apiToken: z.string() }),
}

/** Refuses a tracker that the operator has not set up. @throws AppError provider_not_set_up */
export function requireTracker(services: Pick<Services, 'config'>, source: Source): void {
  if (source === 'github') requireProvider(services, source)
}

/**
 * Reads one step of the open issues that are assigned to the member's account. In the first step, also reads what the
 * member has completed recently.
 * @param cursor null in the first step
 * @throws AppError not_connected, provider_not_set_up; ProviderFailure
 */
export async function readIssuePage(
  services: Pick<Services, 'config' | 'database' | 'keyring' | 'now' | 'logEvent'>,
  member: Member,
  source: Source,
  cursor: unknown,
): Promise<IssuePage & { done?: Done[] }> {
  const { secret } = await requireSecret(services, member, source)
  const over = new AbortController()
  const { page, done } = readers[source](services, secret, over.signal)
  if (cursor !== null) return page(cursor)
  const since = new Date(services.now().getTime() - doneDays * 24 * 60 * 60_000)
  try {
    const [first, lately] = await Promise.all([page(cursor), done(since)])
    return { ...first, done: lately }
  } finally {
    // Aborts the other read: if one fails, the result of the other is useless.
    over.abort()
  }
}

type Reader = (
  services: Pick<Services, 'config'>,
  secret: unknown,
  signal: AbortSignal,
) => { page: (cursor: unknown) => Promise<IssuePage>; done: (since: Date) => Promise<Done[]> }

const readers: Record<Source, Reader> = {
  github: (services, secret, signal) => {
    const github = requireProvider(services, 'github')
    const grant = z.parse(grants.github, secret)
    if (!coversIssues(github, grant)) throw new ProviderFailure(providers.github.name, 'missing_scope')
    const account = { apiUrl: github.apiUrl, accessToken: grant.access_token }
    return {
      page: (cursor) => readGitHubPage(account, cursor, signal),
      done: (since) => readGitHubDone(account, since, signal),
    }
  },
  jira: (services, secret, signal) => {
    const { domain, email, apiToken } = z.parse(grants.jira, secret)
    const account = { site: siteAgain(services, 'jira', domain), email, apiToken }
    return {
      page: (cursor) => readJiraPage(account, cursor, signal),
      done: (since) => readJiraDone(account, since, signal),
    }
  },
  backlog: (services, secret, signal) => {
    const { space, apiKey } = z.parse(grants.backlog, secret)
    const account = { site: siteAgain(services, 'backlog', space), apiKey }
    return {
      page: (cursor) => readBacklogPage(account, cursor, signal),
      done: (since) => readBacklogDone(account, since, signal),
    }
  },
}

/** Returns the site of a connection. Fails if the operator no longer allows the site. */
function siteAgain(services: Pick<Services, 'config'>, tracker: keyof typeof places, origin: string): Site {
  const [site] = sitesOf(services, tracker, origin)
  if (!site) throw new ProviderFailure(providers[tracker].name, 'address_refused')
  return site
}
