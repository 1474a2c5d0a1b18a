import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { afterwards } from '#server/testing/afterwards.ts'
import { fixture } from '#server/testing/fixtures.ts'
import * as standIn from '#server/testing/stand-ins.ts'
import { confirmBacklog, readBacklogDone, readBacklogPage } from './backlog/backlog.ts'
import { readGitHubDone, readGitHubPage } from './github/issues.ts'
import { confirmJira, readJiraDone, readJiraPage } from './jira/jira.ts'
import type { Site } from './tracker-site.ts'

/** Returns a stand-in as a site. The stand-ins follow the official API descriptions and examples of the trackers. */
const siteAt = (url: string): Site => ({ origin: url, host: new URL(url).host, guarded: false })
/** A time before all dates in the examples. */
const longAgo = new Date('2010-01-01T00:00:00Z')
const soon = () => AbortSignal.timeout(20_000)

// The first test loads Prism, which is slow on a busy machine.
describe('the official API description of GitHub', { timeout: 60_000 }, () => {
  test('open issues are read as GitHub’s API description specifies', async () => {
    const { url } = await standIn.prism('github.json')
    const { issues, next } = await readGitHubPage({ apiUrl: url, accessToken: 'gho_x' }, null, soon())
    expect(next).toBeNull()
    expect(issues).toMatchObject([
      {
        key: '1',
        reference: '#1347',
        title: 'Found a bug',
        type: 'pull_request',
        url: 'https://github.com/octocat/Hello-World/issues/1347',
        priority: undefined,
        updatedAt: new Date('2011-04-22T13:33:48Z'),
      },
    ])
  })

  test('the open issue of GitHub’s example does not count as completed', async () => {
    const { url } = await standIn.prism('github.json')
    expect(await readGitHubDone({ apiUrl: url, accessToken: 'gho_x' }, longAgo, soon())).toEqual([])
  })
})

describe('the official API description of Jira', () => {
  let account: { site: Site; email: string; apiToken: string }
  beforeAll(async () => {
    const { url } = await standIn.prism('jira.json')
    account = { site: siteAt(url), email: 'misaki@example.com', apiToken: 'token' }
  })

  test('the account and open issues are read as Jira’s API description specifies', async () => {
    expect(await confirmJira(account, soon())).toBe('5b10a2844c20165700ede21g')
    const { issues, next } = await readJiraPage(account, null, soon())
    expect(next).toBeNull()
    // The example hides all fields except one.
    expect(issues).toMatchObject([
      {
        key: `${account.site.host}/10002`,
        reference: 'ED-1',
        title: 'ED-1',
        type: 'issue',
        url: `${account.site.origin}/browse/ED-1`,
        priority: undefined,
      },
    ])
  })

  test('completed issues are read as Jira’s API description specifies', async () => {
    expect(await readJiraDone(account, new Date(0), soon())).toMatchObject([
      { key: `${account.site.host}/10002`, reference: 'ED-1', kind: 'moved' },
    ])
  })
})

describe('the official examples of Backlog', () => {
  const answers: Record<string, [number, string]> = {
    '/api/v2/users/myself': [200, 'user'],
    '/api/v2/issues': [200, 'issues'],
    '/api/v2/projects': [200, 'projects'],
  }

  async function space(changed: Record<string, [number, string]> = {}) {
    const asked: string[] = []
    const server = createServer((request, response) => {
      asked.push(decodeURIComponent(request.url ?? ''))
      const path = request.url!.split('?')[0]!
      const statuses: [number, string] = [200, 'statuses']
      const [status, name] =
        { ...answers, ...changed }[path] ?? (path.endsWith('/statuses') ? statuses : [404, 'error'])
      response
        .writeHead(status, { 'content-type': 'application/json;charset=utf-8' })
        .end(readFileSync(fixture(`providers/backlog/${name}.json`)))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    afterwards(() => server.close())
    const site = siteAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    return { account: { site, apiKey: 'key' }, asked }
  }

  test('open issues are read from Backlog’s official examples', async () => {
    const { account, asked } = await space()
    expect(await confirmBacklog(account, soon())).toBe(1_073_936_936)
    const { issues, next } = await readBacklogPage(account, null, soon())
    expect(next).toBeNull()
    const { host, origin } = account.site
    expect(issues).toEqual([
      {
        key: `${host}/1079196895`,
        reference: 'TST_PRJ5-2',
        title: 'かてごりーてすと',
        type: 'タスク',
        url: `${origin}/view/TST_PRJ5-2`,
        priority: 'medium',
        updatedAt: new Date('2014-07-16T10:42:47Z'),
      },
      expect.objectContaining({ reference: 'TST_PRJ5-1', title: '課題追加テスト with v2 api\u3000Yo', type: 'バグ' }),
    ])
    expect(asked.find((url) => url.startsWith('/api/v2/issues'))).toBe(
      '/api/v2/issues?assigneeId[]=1073936936&statusId[]=1&statusId[]=2&statusId[]=3&sort=updated&order=desc&offset=0&count=100',
    )
    expect(asked.join('')).not.toContain('key=')
  })

  test('closed issues are read from Backlog’s official examples', async () => {
    const { account, asked } = await space()
    expect(await readBacklogDone(account, longAgo, soon())).toMatchObject([
      { reference: 'TST_PRJ5-2', title: 'かてごりーてすと', kind: 'closed', doneAt: new Date('2014-07-16T10:42:47Z') },
      { reference: 'TST_PRJ5-1' },
    ])
    expect(asked).toContain(
      '/api/v2/issues?assigneeId[]=1073936936&statusId[]=4&updatedSince=2010-01-01&sort=updated&order=desc&offset=0&count=100',
    )
  })

  test('a missing resource of Backlog is reported as not found', async () => {
    const { account } = await space({ '/api/v2/issues': [400, 'error'] })
    await expect(readBacklogPage(account, null, soon())).rejects.toMatchObject({
      provider: 'Backlog',
      reason: 'not_found',
    })
  })

  test('an API key that Backlog rejects is reported as unauthorized', async () => {
    const { account } = await space({ '/api/v2/users/myself': [401, 'auth_error'] })
    await expect(confirmBacklog(account, soon())).rejects.toMatchObject({ provider: 'Backlog', reason: 'unauthorized' })
  })
})
