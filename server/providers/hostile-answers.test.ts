import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { afterwards } from '#server/testing/afterwards.ts'
import { watchTurns } from '#server/testing/longest-turn.ts'
import { readBacklogDone, readBacklogPage } from './backlog/backlog.ts'
import { readGitHubDone, readGitHubPage } from './github/issues.ts'
import { readJiraDone, readJiraPage } from './jira/jira.ts'

const longAgo = new Date('2010-01-01T00:00:00Z')
const soon = () => AbortSignal.timeout(20_000)
const largest = 1_024 * 1_024 // bytes of the largest response that is accepted from a tracker
const turnMost = 50 // milliseconds (E6.01)

/** Starts a tracker that accepts the account, and answers all other requests with `body`. */
async function tracker(body: string, status = 200) {
  const server = createServer(({ url = '' }, response) => {
    const isMyself = url.endsWith('/myself')
    response
      .writeHead(isMyself ? 200 : status, { 'content-type': 'application/json' })
      .end(isMyself ? '{"accountId":"a","id":1}' : body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterwards(() => server.close())
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { origin, host: new URL(origin).host, guarded: false }
}
type Site = Awaited<ReturnType<typeof tracker>>

const jira = (site: Site) => ({ site, email: 'misaki@example.com', apiToken: 'token' })
const backlog = (site: Site) => ({ site, apiKey: 'key' })
const github = ({ origin }: Site) => ({ apiUrl: origin, accessToken: 'gho_x' })
const readers: Record<string, (site: Site) => Promise<unknown>> = {
  'Jira’s issues': (site) => readJiraPage(jira(site), null, soon()),
  'Jira’s completed issues': (site) => readJiraDone(jira(site), longAgo, soon()),
  'Backlog’s projects': (site) => readBacklogPage(backlog(site), null, soon()),
  'Backlog’s issues': (site) =>
    readBacklogPage(backlog(site), { person: 1, statuses: [1], others: [], offset: 0 }, soon()),
  'Backlog’s completed issues': (site) => readBacklogDone(backlog(site), longAgo, soon()),
  'GitHub’s issues': (site) => readGitHubPage(github(site), null, soon()),
  'GitHub’s completed issues': (site) => readGitHubDone(github(site), longAgo, soon()),
}

const listOf = (item: string, length: number) =>
  `[${Array.from({ length: Math.floor(length / (item.length + 1)) }, () => item).join(',')}]`
const items = (length: number) => ({
  objects: listOf('{}', length),
  numbers: listOf('0', length),
  texts: listOf('""', length),
  lists: '['.repeat(length / 2) + ']'.repeat(length / 2),
  keys: `{${Array.from({ length: length / 12 }, (_, at) => `"${at}":0`).join(',')}}`,
  'some wrong items': listOf('{"id":""}', 50_000),
})
const shapes = Object.entries(items(largest - 100)).flatMap(([what, list]) => [
  [what, list] as const,
  [`${what} as issues`, `{"issues":${list}}`] as const,
])

test.each(Object.keys(readers))(
  'hostile JSON as a response with %s is refused without blocking the event loop (E6.01)',
  async (name) => {
    const slow: string[] = []
    for (const [what, body] of shapes) {
      const site = await tracker(body)
      const times: number[] = []
      // Repeats a measurement that other programs may have disturbed.
      while (times.length < 3 && !times.some((time) => time <= turnMost)) {
        const turns = watchTurns()
        const outcome = await readers[name]!(site).then(
          () => 'read',
          ({ reason, message }) => reason ?? message,
        )
        expect([what, outcome]).toEqual([what, 'invalid_response'])
        times.push(turns.stop())
      }
      if (times.every((time) => time > turnMost)) slow.push(`${what}: ${times.map(Math.round).join(', ')} ms`)
    }
    expect(slow).toEqual([])
  },
)

test('a failure with very many hostile errors is still reported as refused', async () => {
  const site = await tracker(`{"errors":${items(largest - 100).objects}}`, 400)
  await expect(readers['Backlog’s projects']!(site)).rejects.toMatchObject({ provider: 'Backlog', reason: 'refused' })
})
