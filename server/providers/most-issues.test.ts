import { expect, test } from 'vitest'
import { tracker as startTracker } from '#server/testing/stand-ins.ts'
import { readBacklogPage } from './backlog/backlog.ts'
import { readGitHubPage } from './github/issues.ts'
import { issuesAtMost } from './issue.ts'

type ReadPage = (url: string, cursor: unknown) => ReturnType<typeof readGitHubPage>

const soon = () => AbortSignal.timeout(20_000)
const readers: Record<string, ReadPage> = {
  GitHub: (url, cursor) => readGitHubPage({ apiUrl: url, accessToken: 'right-key' }, cursor, soon()),
  Backlog: (url, cursor) =>
    readBacklogPage(
      { site: { origin: url, host: new URL(url).host, guarded: false }, apiKey: 'right-key' },
      cursor,
      soon(),
    ),
}

// This test only reads issues. `import.test.ts` also stores the maximum number of issues, from Jira.
test.each(Object.entries(readers))(
  'an import reads 20,000 issues of %s page by page, and no more',
  { timeout: 60_000 },
  async (_name, readPage) => {
    const tracker = await startTracker()
    tracker.issues = Array.from({ length: issuesAtMost + 10 }, (_, index) => ({
      id: index + 1,
      title: `課題 ${index}`,
      updatedAt: '2026-10-20T00:00:00Z',
    }))
    const first = await readPage(tracker.url, null)
    const steps = [first]
    while (steps.at(-1)!.next) steps.push(await readPage(tracker.url, steps.at(-1)!.next))
    const issues = steps.flatMap((step) => step.issues)
    expect(first.total).toBe(issuesAtMost)
    expect(issues.map(({ title }) => title)).toEqual(tracker.issues.slice(0, issuesAtMost).map(({ title }) => title))
    expect(steps.at(-1)!.knownSince).toEqual(issues.at(-1)!.updatedAt)
  },
)
