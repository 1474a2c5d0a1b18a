import { expect, test } from 'vitest'
import { answerWith } from '#server/testing/fault.ts'
import { hinode, issue, importIssues, importWithMessage } from '#server/testing/backlog-team.ts'

const statusesOf = (project: number) => `/api/v2/projects/${project}/statuses`

/** Creates a member with a Backlog space. The space has this number of projects, each with twenty custom statuses. */
async function spaceOf(projects: number) {
  const here = await hinode()
  const me = await here.member()
  await here.connect(me, 'backlog')
  const { tracker } = here
  const list = Array.from({ length: projects }, (_, index) => ({
    id: index + 1,
    name: `案件${index + 1}`,
    archived: false,
  }))
  const own = (project: number) => Array.from({ length: 20 }, (_, index) => ({ id: project * 1_000 + index }))
  const forbidden = new Set<number>()
  tracker.instead = (path) => {
    if (path === '/api/v2/projects') return (_request, response) => answerWith(response, { body: list })
    const project = Number(/projects\/(\d+)\/statuses/u.exec(path)?.[1])
    if (Number.isNaN(project)) return undefined
    const refusal = { errors: [{ message: 'No permission', code: 5, moreInfo: '' }] }
    return (_request, response) =>
      answerWith(response, forbidden.has(project) ? { status: 403, body: refusal } : { body: own(project) })
  }
  const asked = (path: string) => tracker.asked.filter((one) => one.path === path)
  return { ...here, me, forbidden, asked }
}

test('imports send only one request at a time to a Backlog space', async () => {
  const { tracker, me, member, connect } = await spaceOf(8)
  const colleague = await member('早川')
  await connect(colleague, 'backlog')
  tracker.issues = Array.from({ length: 350 }, (_, index) => issue(index))
  const counts = await Promise.all([me, colleague].map((person) => importIssues(person, 'backlog')))
  expect(counts).toMatchObject([{ imported: 350 }, { imported: 350 }])
  expect(tracker.mostAtOnce).toBe(1)
})

test('imports read the statuses of a Backlog project once a day', async () => {
  const { me, asked } = await spaceOf(3)
  await importIssues(me, 'backlog')
  await importIssues(me, 'backlog')
  expect([1, 2, 3].map((project) => asked(statusesOf(project)).length)).toEqual([1, 1, 1])
})

test('an import from Backlog splits requests so that no URL is too long', async () => {
  const { tracker, me, asked } = await spaceOf(100)
  tracker.issues = [issue(1), issue(2, { status: 100_019 }), issue(3, { status: 50_007 }), issue(4)]
  expect(await importIssues(me, 'backlog')).toMatchObject({ imported: 4 })
  const lengths = asked('/api/v2/issues').map(({ query }) => query.toString().length)
  expect(lengths.length).toBeGreaterThan(10)
  expect(Math.max(...lengths)).toBeLessThan(2_500)
  expect(await importIssues(me, 'backlog')).toEqual({ imported: 0, updated: 0, closed: 0 })
})

test('an import skips and names a Backlog project that cannot be read', async () => {
  const { tracker, me, forbidden, asked } = await spaceOf(3)
  tracker.issues = [issue(1), issue(2, { status: 3_001 })]
  forbidden.add(2)
  const { imported, message } = await importWithMessage(me, 'backlog')
  expect(imported).toBe(2)
  expect(message).toBe(
    'Backlogの課題を取り込みました。新規2件、更新0件、完了0件。読み取れなかったプロジェクトは案件2です',
  )
  forbidden.clear()
  expect((await importWithMessage(me, 'backlog')).message).not.toContain('案件2')
  expect(asked(statusesOf(2))).toHaveLength(2)
})

test('an import names Backlog projects beyond a hundred, whose custom statuses are not read', async () => {
  const { tracker, me, asked } = await spaceOf(105)
  tracker.issues = [issue(1), issue(2, { status: 105_001 })]
  const { imported, message } = await importWithMessage(me, 'backlog')
  expect(imported).toBe(1)
  expect(message).toMatch(/読み取れなかったプロジェクトは案件101.*案件102.*案件103.*…です$/u)
  await importIssues(me, 'backlog')
  expect([asked(statusesOf(100)), asked(statusesOf(101))]).toMatchObject([{ length: 1 }, { length: 0 }])
})
