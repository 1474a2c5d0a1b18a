import { expect, test } from 'vitest'
import type { ImportedReports } from '#contract/import.ts'
import { type Member, team } from '#server/testing/team.ts'

const now = new Date('2026-11-20T03:00:00Z')
const day = '2026-11-18'

/**
 * Creates an administrator and a colleague, and a file with an unknown name, an unknown address and a name that two
 * members share.
 */
async function office() {
  const asakai = await team({ now })
  const [misaki, ren] = [await asakai.member('佐伯'), await asakai.member('早川')]
  await asakai.member('高橋')
  await asakai.member('高橋')
  const shared = '高橋 直樹'
  const rows = ['Somebody Else', 'nobody@example.com', shared].map((name, at) => `2026-11-1${6 + at},${name},a`)
  const send = async (authors?: unknown, query = 'preview=true', who: Member = misaki) => {
    const map = authors === undefined ? '' : `&authors=${encodeURIComponent(JSON.stringify(authors))}`
    const headers = { 'content-type': 'text/csv', 'accept-language': 'en' }
    const table = ['date,author,today', ...rows, `${day},${ren.user.email},b`].join('\n')
    return who.post(`/import?${query}${map}`, table, headers)
  }
  const look = async (...call: Parameters<typeof send>) => (await send(...call)).body as ImportedReports
  return { ...asakai, misaki, ren, shared, send, look }
}

const outcomes = ({ rows }: ImportedReports) => rows.map(({ outcome }) => outcome)

test('an import tells why an author’s name or address matches no member (E4.16)', async () => {
  const { look, shared } = await office()
  expect((await look()).rows.map(({ message }) => message)).toEqual([
    'No member is called “Somebody Else”.',
    'No member has the email address “nobody@example.com”.',
    `Several members are called “${shared}”.`,
    null,
  ])
})

test('an import files an unknown author’s reports for the member whom the caller chose (E4.16)', async () => {
  const { misaki, ren, shared, look } = await office()
  const authors = { 'Somebody Else': ren.user.id, [shared]: misaki.user.id, 'nobody@example.com': null }
  const preview = await look(authors)
  expect(outcomes(preview)).toEqual(['new', 'skipped', 'new', 'new'])
  expect(preview.authors.map(({ name, user_id, reports }) => [name, user_id, reports])).toEqual([
    ['Somebody Else', ren.user.id, 1],
    ['nobody@example.com', null, 1],
    [shared, misaki.user.id, 1],
    [ren.user.email, ren.user.id, 1],
  ])
  expect(await look(authors, '')).toMatchObject({ new: 3, refused: 0 })
  const { body } = await misaki.get('/daily-reports?report_date=2026-11-16')
  expect(body.reports).toMatchObject([{ user_id: ren.user.id, today_plan: 'a' }])
})

test('the caller of an import cannot choose another author for a member’s name (E4.16)', async () => {
  const { misaki, ren, look } = await office()
  const stranger = await (await team({ now })).member()
  expect(outcomes(await look({ [ren.user.email]: misaki.user.id, 'Somebody Else': stranger.user.id }))).toEqual([
    'refused',
    'refused',
    'refused',
    'new',
  ])
})

test('choosing an author does not let a member import reports of others (E4.16)', async () => {
  const { misaki, ren, look } = await office()
  const { rows } = await look({ 'Somebody Else': misaki.user.id, 'nobody@example.com': ren.user.id }, '', ren)
  expect(rows.slice(0, 2)).toMatchObject([
    { outcome: 'refused', message: 'Only an administrator of your team can do this.' },
    { outcome: 'new' },
  ])
})

test.each(['{', '[]', '{"a":"b"}', '"a"', '{"a":1}'])('an import rejects %s as the choice of authors', async (text) => {
  const { misaki } = await office()
  const { status } = await misaki.post(`/import?authors=${encodeURIComponent(text)}`, 'date,today\n2026-11-18,a', {
    'content-type': 'text/csv',
  })
  expect(status).toBe(400)
})
