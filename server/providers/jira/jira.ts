import * as z from 'zod/mini'
import { call } from '../call.ts'
import { type Issue, type OpenIssues, issuesAtMost, moment, openIssues, understood } from '../issue.ts'
import type { Site } from '../tracker-site.ts'

/** Who speaks to which Jira. */
export type JiraAccount = { site: Site; email: string; apiToken: string }

const pageSize = 250 // issues; with the fields asked for about half of what an answer may have
const fields = ['summary', 'issuetype', 'priority', 'updated']
const jql = 'assignee = currentUser() AND statusCategory != Done ORDER BY updated DESC'

const Page = z.object({
  issues: z.array(
    z.object({
      id: z.string(),
      key: z.string(),
      // A project may hide any of them but the last.
      fields: z.object({
        summary: z.nullish(z.string()),
        issuetype: z.nullish(z.object({ name: z.string() })),
        priority: z.nullish(z.object({ id: z.string(), name: z.string() })),
        updated: moment,
      }),
    }),
  ),
  nextPageToken: z.nullish(z.string()),
  isLast: z.nullish(z.boolean()),
})

/** Asks whose token it is: Jira answers other questions to nobody as well. @throws ProviderFailure */
export async function confirmJira(account: JiraAccount, signal: AbortSignal): Promise<string> {
  const body = await ask(account, '/rest/api/3/myself', undefined, signal)
  return understood('Jira', z.object({ accountId: z.string() }), body).accountId
}

/** @throws ProviderFailure */
export async function readJiraIssues(account: JiraAccount, signal: AbortSignal): Promise<OpenIssues> {
  await confirmJira(account, signal)
  const issues: Issue[] = []
  let nextPageToken: string | undefined
  do {
    const question = { jql, fields, maxResults: pageSize, ...(nextPageToken ? { nextPageToken } : {}) }
    // One after the other: each names the next.
    const page = understood('Jira', Page, await ask(account, '/rest/api/3/search/jql', question, signal))
    issues.push(...page.issues.map((issue) => issueOf(account.site, issue)))
    nextPageToken = page.isLast ? undefined : (page.nextPageToken ?? undefined)
  } while (nextPageToken && issues.length < issuesAtMost)
  return openIssues(issues, nextPageToken === undefined)
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

function issueOf(site: Site, { id, key, fields: stated }: z.infer<typeof Page>['issues'][number]): Issue {
  return {
    key: `${site.host}/${id}`,
    reference: key,
    title: stated.summary ?? '',
    type: stated.issuetype?.name ?? '',
    url: `${site.origin}/browse/${encodeURIComponent(key)}`,
    priority: stated.priority ? priorityOf(stated.priority) : undefined,
    updatedAt: stated.updated,
  }
}

/** The names of Jira and of its older sites; the ids that every site begins with, whatever its language. */
const priorities: [Issue['priority'], names: string[], ids: string[]][] = [
  ['high', ['highest', 'high', 'blocker', 'critical', 'major'], ['1', '2']],
  ['medium', ['medium', 'normal'], ['3']],
  ['low', ['low', 'lowest', 'minor', 'trivial'], ['4', '5']],
]

function priorityOf({ id, name }: { id: string; name: string }): Issue['priority'] {
  const named = priorities.find(([, names]) => names.includes(name.toLowerCase()))
  return (named ?? priorities.find(([, , ids]) => ids.includes(id)))?.[0]
}
