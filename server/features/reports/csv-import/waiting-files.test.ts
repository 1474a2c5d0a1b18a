import { expect, test } from 'vitest'
import { readAccessToken } from '#server/access/tokens/access-token.ts'
import { deriveKey } from '#server/access/keys/keys.ts'
import { authenticateSession } from '#server/access/membership.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { type Member, team } from '#server/testing/team.ts'
import { worstTables } from '#server/testing/worst-texts.ts'
import { filingTurns } from '../report-imports/file-reports.ts'
import { openImports } from './operations.ts'

const now = new Date('2026-11-20T03:00:00Z')
const small = 'date,today\n2026-11-05,warm up'
const slow = Buffer.from(worstTables['many columns of ligatures']!(1_000_000)).toString('latin1')
const largest = `date,today\n2026-11-05,"${'a\n'.repeat(4_194_000)}"` // 8 MiB

/** Creates members of a team who preview files without HTTP, so that a test knows which files wait. */
async function office(imports: ReturnType<typeof openImports>, here: Awaited<ReturnType<typeof team>>) {
  const key = deriveKey(here.config.secretKey, 'access token')
  const previewer = async (member?: Member) => {
    const { tokens } = member ?? (await here.member())
    const claims = await readAccessToken(key, tokens.access_token, now)
    const scope = (await authenticateSession(here.database, claims!, { now, userAgent: '' }))!
    return async (file: string, gone = new AbortController().signal) =>
      imports.importFile(scope, file, { preview: 'true', language: 'en' }, gone).then(
        () => 'read',
        ({ code }: { code: string }) => code,
      )
  }
  return { ...here, previewer }
}

/** Creates two teams on one server. */
async function twoTeams() {
  const [here, there] = [await team({ now }), await team({ now })]
  const imports = openImports(here.app.services)
  return [await office(imports, here), await office(imports, there)] as const
}

test('the server reads four import files of a member at once, and rejects further ones', async () => {
  const [here] = await twoTeams()
  const [preview, other] = [await here.previewer(), await here.previewer()]
  const sent = [1, 2, 3, 4, 5, 6].map(() => preview(small))
  expect(await Promise.all([...sent, other(small)])).toEqual([
    ...Array<string>(4).fill('read'),
    'too_many_attempts',
    'too_many_attempts',
    'read',
  ])
  expect(await preview(small)).toBe('read')
})

test('the server reads eight import files of a team at once, and rejects further ones', async () => {
  const [here, there] = await twoTeams()
  const previews = [await here.previewer(), await here.previewer(), await here.previewer()]
  const other = await there.previewer()
  const sent = previews.flatMap((preview) => [1, 2, 3, 4].map(() => preview(small)))
  const answers = await Promise.all([...sent, other(small)])
  expect(answers.pop()).toBe('read')
  expect(answers.toSorted()).toEqual([...Array<string>(4).fill('busy'), ...Array<string>(8).fill('read')])
  for (const first of [0, 4, 8]) expect(answers.slice(first, first + 4)).toContain('read')
})

test('the server reads another team’s import file before the waiting files of the first team', async () => {
  const [here, there] = await twoTeams()
  const [preview, other] = [await here.previewer(), await there.previewer()]
  const read: string[] = []
  const sent = [1, 2, 3, 4].map(() => preview(slow).then(() => read.push('slow')))
  await Promise.all([...sent, other(small).then(() => read.push('small'))])
  expect(read.at(-1)).toBe('slow')
})

test('the server does not read a waiting import file whose sender has disconnected', async () => {
  const [here] = await twoTeams()
  const preview = await here.previewer()
  const sent = [preview(slow), preview(slow)]
  const leaving = new AbortController()
  const left = preview(slow, leaving.signal)
  leaving.abort()
  expect(await Promise.race([left, ...sent])).toBe('busy')
  expect(await Promise.all(sent)).toEqual(['read', 'read'])
})

test('an import stores no rows while imports of other teams use all slots', async () => {
  const [here] = await twoTeams()
  const { member, database, teamId } = here
  const { get, post, tokens } = await member()
  const ends = Promise.withResolvers<void>()
  const others = ['a', 'b', 'c'].map((other) =>
    filingTurns({ teamId: other, userId: other }, new AbortController().signal, () => ends.promise),
  )
  const order: string[] = []
  const headers = { authorization: `Bearer ${tokens.access_token}`, 'content-type': 'text/csv' }
  const imported = post('/import', small, headers).then(({ status }) => order.push(`imported ${status}`))
  // Waits until the import has begun, and then for the time of 30 requests, in which a running import would store its
  // row.
  await expect.poll(async () => (await get('/import')).body).toHaveLength(1)
  for (let request = 0; request < 30; request += 1) await get('/import')
  const filed = await withTeamTransaction(database, { teamId }, (db) =>
    db.selectFrom('reports').where('team_id', '=', teamId).selectAll().execute(),
  )
  order.push(`filed ${filed.length}`)
  ends.resolve()
  await Promise.all([...others, imported])
  expect(order).toEqual(['filed 0', 'imported 200'])
})

test('if waiting files exceed 64 MiB, a file of the team with the largest share is rejected', async () => {
  const [here, there] = await twoTeams()
  const previews = [await here.previewer(), await here.previewer()]
  const other = await there.previewer()
  const leaving = new AbortController()
  const sent = previews.flatMap((preview) => [1, 2, 3, 4].map(() => preview(largest, leaving.signal)))
  const next = other(largest, leaving.signal)
  const [reading, oldest] = [sent.slice(0, 2), sent[2]!]
  expect(await Promise.race([...sent, next].map(async (one) => [await one, one === oldest]))).toEqual(['busy', true])
  leaving.abort()
  expect(await Promise.all(reading)).toEqual(['too_large', 'too_large'])
  await Promise.all([...sent, next])
})
