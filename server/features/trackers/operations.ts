import * as z from 'zod/mini'
import type { Source } from '#contract/backlogs.ts'
import type { BacklogConnection, Connected, JiraConnection } from '#contract/connections.ts'
import type { FieldErrorCode } from '#contract/errors.ts'
import { providers } from '#contract/providers.ts'
import type { Scope } from '#server/access/scope.ts'
import { requireProvider } from '#server/config-providers.ts'
import { AppError, ProviderFailure } from '#server/errors.ts'
import { connectAccount } from '#server/features/connections/operations.ts'
import { readGrant } from '#server/features/grants/operations.ts'
import { confirmBacklog, readBacklogDone, readBacklogIssues } from '#server/providers/backlog/backlog.ts'
import { readGitHubDone, readGitHubIssues } from '#server/providers/github/issues.ts'
import { coversIssues } from '#server/providers/github/sign-in.ts'
import { doneDays } from '#server/providers/done.ts'
import type { Done, OpenIssues, Reading } from '#server/providers/issue.ts'
import { confirmJira, readJiraDone, readJiraIssues } from '#server/providers/jira/jira.ts'
import { type Site, trackerSites } from '#server/providers/tracker-site.ts'
import type { Services } from '#server/services.ts'

type Member = Pick<Scope, 'teamId' | 'userId'>

/** Where spaces and domains lie; a bare name is tried there in this order. */
const places = {
  backlog: {
    suffixes: ['.backlog.com', '.backlog.jp', '.backlogtool.com'],
    tried: ['.backlog.com', '.backlog.jp'],
  },
  jira: { suffixes: ['.atlassian.net'], tried: ['.atlassian.net'] },
}
const sitesOf = ({ config }: Pick<Services, 'config'>, tracker: keyof typeof places, typed: string): Site[] =>
  trackerSites(typed, places[tracker], config.providers.trackerOrigins)

/** One place's share of the time that a browser waits. */
const patience = 4_000 // milliseconds

/**
 * Connects a space of Backlog, once it has taken the key; an earlier connection stays where it does not.
 * @throws AppError invalid_input; ProviderFailure
 */
export async function connectBacklog(services: Services, scope: Scope, typed: BacklogConnection): Promise<Connected> {
  const sites = sitesOf(services, 'backlog', typed.space)
  if (sites.length === 0) throw wrong('space', 'invalid')
  const apiKey = typed.apiKey.trim()
  // It travels in a header.
  if (!/^[\x21-\x7e]+$/u.test(apiKey)) throw wrong('apiKey', 'invalid_characters')
  const [site, person] = await firstToAnswer(sites, (place, signal) => confirmBacklog({ site: place, apiKey }, signal))
  const account = site.guarded ? site.host.split('.')[0]! : site.host
  const secret = { space: site.origin, apiKey } satisfies z.infer<typeof grants.backlog>
  return connectAccount(services, scope, { provider: 'backlog', account, subject: String(person), secret })
}

/**
 * Connects a site of Jira, once it has taken the token; an earlier connection stays where it does not.
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

/** One after the other, so that a key is shown no further than it has to be. @throws ProviderFailure the one that says most */
async function firstToAnswer<Answer>(
  sites: Site[],
  ask: (site: Site, signal: AbortSignal) => Promise<Answer>,
): Promise<[Site, Answer]> {
  const failures: ProviderFailure[] = []
  for (const site of sites) {
    try {
      return [site, await ask(site, AbortSignal.timeout(patience))]
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error
      // A name that nobody has is no trouble of the network.
      failures.push(error.cause === 'ENOTFOUND' ? new ProviderFailure(error.provider, 'absent') : error)
    }
  }
  throw (
    failures.find(({ reason }) => reason === 'unauthorized') ??
    failures.find(({ reason }) => reason !== 'absent') ??
    failures[0]!
  )
}

/** What is kept of each tracker's connection. */
const grants = {
  github: z.object({ access_token: z.string(), scopes: z.optional(z.array(z.string())) }),
  backlog: z.object({ space: z.string(), apiKey: z.string() }),
  jira: z.object({ domain: z.string(), email: z.string(), apiToken: z.string() }),
}

/** @property done what was done since a while ago */
export type ReadIssues = OpenIssues & { done: Done[] }

/**
 * The open issues that are assigned to the member's account there, and what they have done lately.
 * @throws AppError not_connected, provider_not_set_up; ProviderFailure
 */
export async function readIssues(
  services: Pick<Services, 'config' | 'database' | 'keyring' | 'now' | 'logEvent'>,
  member: Member,
  source: Source,
  reading: Reading,
): Promise<ReadIssues> {
  const { secret } = await readGrant(services, member, source)
  const since = new Date(services.now().getTime() - doneDays * 24 * 60 * 60_000)
  const [open, done] = await Promise.all(readers[source](services, secret, since, reading))
  return { ...open, done }
}

type Reader = (
  services: Pick<Services, 'config'>,
  secret: unknown,
  since: Date,
  reading: Reading,
) => [Promise<OpenIssues>, Promise<Done[]>]

const readers: Record<Source, Reader> = {
  github: (services, secret, since, reading) => {
    const github = requireProvider(services, 'github')
    const grant = z.parse(grants.github, secret)
    if (!coversIssues(github, grant)) throw new ProviderFailure(providers.github.name, 'missing_scope')
    const account = { apiUrl: github.apiUrl, accessToken: grant.access_token }
    return [readGitHubIssues(account, reading), readGitHubDone(account, since, reading.signal)]
  },
  jira: (services, secret, since, reading) => {
    const { domain, email, apiToken } = z.parse(grants.jira, secret)
    const account = { site: siteAgain(services, 'jira', domain), email, apiToken }
    return [readJiraIssues(account, reading), readJiraDone(account, since, reading.signal)]
  },
  backlog: (services, secret, since, reading) => {
    const { space, apiKey } = z.parse(grants.backlog, secret)
    const account = { site: siteAgain(services, 'backlog', space), apiKey }
    return [readBacklogIssues(account, reading), readBacklogDone(account, since, reading.signal)]
  },
}

/** What an operator allowed once may not be allowed any more. */
function siteAgain(services: Pick<Services, 'config'>, tracker: keyof typeof places, origin: string): Site {
  const [site] = sitesOf(services, tracker, origin)
  if (!site) throw new ProviderFailure(providers[tracker].name, 'address_refused')
  return site
}
