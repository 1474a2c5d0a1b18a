import * as z from 'zod/mini'
import { list, text } from '#contract/fields.ts'
import { call } from '../call.ts'
import { doneAtMost, doneDays, doneLately } from '../done.ts'
import {
  type Done,
  type Issue,
  type IssuePage,
  issuesAtMost,
  moment,
  cleanIssue,
  parseResponse,
  wordLongest,
} from '../issue.ts'
import type { Site } from '../tracker-site.ts'

export type JiraAccount = { site: Site; email: string; apiToken: string }

const pageSize = 250 // issues; with these fields about half of the largest response
const tokenLongest = 10_000 // characters of `nextPageToken`; Jira's tokens have a few hundred
const fields = ['summary', 'issuetype', 'priority', 'updated']
const jql = 'assignee = currentUser() AND statusCategory != Done ORDER BY updated DESC'
/** The member's closed issues, and issues that the member has moved, with any current assignee. */
const doneJql = `(assignee = currentUser() AND statusCategory = Done AND statusCategoryChangedDate >= -${doneDays}d) OR status CHANGED BY currentUser() AFTER -${doneDays}d ORDER BY updated DESC`

const Page = z.object({
  issues: list(
    z.array(
      z.object({
        id: text(wordLongest),
        key: text(wordLongest),
        // A project can hide every field except `updated`.
        fields: z.object({
          summary: z.nullish(z.string()),
          issuetype: z.nullish(z.object({ name: z.string() })),
          priority: z.nullish(z.object({ id: z.string(), name: z.string() })),
          updated: moment,
          resolutiondate: z.nullish(moment),
          status: z.nullish(z.object({ name: z.string(), statusCategory: z.nullish(z.object({ key: z.string() })) })),
        }),
      }),
    ),
    pageSize,
  ),
  nextPageToken: z.nullish(text(tokenLongest)),
  isLast: z.nullish(z.boolean()),
})

/** Checks the token, because Jira also answers anonymous requests. @throws ProviderFailure */
export async function confirmJira(account: JiraAccount, signal: AbortSignal): Promise<string> {
  const body = await ask(account, '/rest/api/3/myself', undefined, signal)
  return parseResponse('Jira', z.object({ accountId: z.string() }), body).accountId
}

/** @property read the number of issues on the previous pages */
const Cursor = z.object({ token: z.string(), read: z.int() })

/** @throws ProviderFailure */
export async function readJiraPage(account: JiraAccount, cursor: unknown, signal: AbortSignal): Promise<IssuePage> {
  const before = cursor === null ? undefined : z.parse(Cursor, cursor)
  if (!before) await confirmJira(account, signal)
  const question = { jql, fields, maxResults: pageSize, ...(before ? { nextPageToken: before.token } : {}) }
  const page = parseResponse('Jira', Page, await ask(account, '/rest/api/3/search/jql', question, signal))
  const issues = page.issues.map((issue) => issueOf(account.site, issue))
  const read = (before?.read ?? 0) + issues.length
  const token = page.isLast ? undefined : page.nextPageToken
  if (!token) return { issues, next: null }
  if (read >= issuesAtMost) return { issues, next: null, knownSince: issues.at(-1)?.updatedAt }
  return { issues, next: { token, read } }
}

/** @throws ProviderFailure */
export async function readJiraDone(account: JiraAccount, since: Date, signal: AbortSignal): Promise<Done[]> {
  const question = { jql: doneJql, fields: [...fields, 'status', 'resolutiondate'], maxResults: doneAtMost }
  const { issues } = parseResponse('Jira', Page, await ask(account, '/rest/api/3/search/jql', question, signal))
  return doneLately(issues.map((issue) => doneOf(account.site, issue)).filter(({ doneAt }) => doneAt >= since))
}

async function ask({ site, email, apiToken }: JiraAccount, path: string, body: unknown, signal: AbortSignal) {
  const answer = await call('Jira', new URL(path, site.origin), {
    ...(body === undefined ? {} : { method: 'POST', body }),
    headers: { authorization: `Basic ${Buffer.from(`${email}:${apiToken}`).toString('base64')}` },
    guarded: site.guarded,
    signal,
  })
  return answer.body
}

type PageIssue = z.infer<typeof Page>['issues'][number]

const nameOf = (site: Site, { id, key, fields: { summary } }: PageIssue) => ({
  key: `${site.host}/${id}`,
  reference: key,
  title: summary ?? '',
  url: `${site.origin}/browse/${encodeURIComponent(key)}`,
})

/**
 * Uses the kind `closed` if the status means that the issue is done, otherwise `moved`. If the project hides the
 * status, uses `moved`, too: the issue was found, so something was done.
 */
function doneOf(site: Site, issue: PageIssue): Done {
  const { status, resolutiondate, updated } = issue.fields
  const isClosed = status?.statusCategory?.key === 'done'
  return {
    ...nameOf(site, issue),
    kind: isClosed ? 'closed' : 'moved',
    status: status?.name ?? '',
    doneAt: (isClosed && resolutiondate) || updated,
  }
}

function issueOf(site: Site, issue: PageIssue): Issue {
  const { fields: stated } = issue
  return cleanIssue({
    ...nameOf(site, issue),
    type: stated.issuetype?.name ?? '',
    priority: stated.priority ? priorityOf(stated.priority) : undefined,
    updatedAt: stated.updated,
  })
}

/**
 * The names of the priorities at current and older Jira sites, and the default ids of the priorities. These ids are the
 * same at every site, in any language.
 */
const priorities: [Issue['priority'], names: string[], ids: string[]][] = [
  ['high', ['highest', 'high', 'blocker', 'critical', 'major'], ['1', '2']],
  ['medium', ['medium', 'normal'], ['3']],
  ['low', ['low', 'lowest', 'minor', 'trivial'], ['4', '5']],
]

function priorityOf({ id, name }: { id: string; name: string }): Issue['priority'] {
  const named = priorities.find(([, names]) => names.includes(name.toLowerCase()))
  return (named ?? priorities.find(([, , ids]) => ids.includes(id)))?.[0]
}
