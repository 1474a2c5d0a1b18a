import { describe, expect, test } from 'vitest'
import type { ImportedAuthor, ImportedReports } from '#contract/import.ts'
import { type Member, team } from '#server/testing/team.ts'

const now = new Date('2026-11-20T03:00:00Z')

/** Creates an administrator and a colleague. `send` sends a table as one of them, by default as the administrator. */
async function twoMembers() {
  const asakai = await team({ now })
  const [misaki, ren] = [await asakai.member('佐伯'), await asakai.member('早川')]
  const send = async (lines: readonly string[], query = 'preview=true', who: Member = misaki) => {
    const headers = { 'content-type': 'text/csv', 'accept-language': 'en' }
    return (await who.post(`/import?${query}`, lines.join('\n'), headers)).body as ImportedReports
  }
  const nameOf = async (who: Member) => {
    const { first_name: first, family_name: family } = (await who.get('/users/me')).body
    return `${first} ${family}`
  }
  const ownersOf = async (day: string) =>
    (await misaki.get(`/daily-reports?report_date=${day}`)).body.reports.map(
      (report: Record<string, string>) => `${report['user_id']} ${report['today_plan']}`,
    )
  return { misaki, ren, send, nameOf, ownersOf }
}

const reportsOf = ({ authors }: ImportedReports) =>
  authors.map(({ user_id, name, reports }: ImportedAuthor) => [user_id ?? name, reports])

describe('a file whose column of authors has an unknown heading (E4.12)', () => {
  test.each([
    ['ja', '日付,かいた人,今日'],
    ['ja', '日付,スタンドアップ参加,今日'],
    ['en', 'Date,Colleague’s name,Today'],
    ['en', 'Date,Standup,Today'],
    ['de', 'Datum,Geschrieben von,Heute'],
    ['de', 'Datum,Kürzel,Heute'],
    ['fr', 'Date,Rédigé par,Aujourd’hui'],
    ['it', 'Data,Scritto da,Oggi'],
    ['zh', '日期,谁,今天'],
    ['zh', '日期,撰寫人,今天'],
    ['et', 'Kuupäev,Kes kirjutas,Täna'],
    ['none', 'Date,,Today'],
    ['taken for a text', 'Date,Last update by,Today'],
  ])('an import asks for the authors if the author column has an unknown heading (%s: %s)', async (_language, head) => {
    const { misaki, ren, send, nameOf, ownersOf } = await twoMembers()
    const file = [
      head,
      `2026-11-17,${await nameOf(misaki)},a`,
      `2026-11-18,${await nameOf(ren)},b`,
      '2026-11-19,Grace Hopper,c',
    ]
    expect(await send(file)).toMatchObject({ author_needed: true, authors: [], new: 0, refused: 3 })
    const refused = await send(file, '')
    expect(refused).toMatchObject({ id: null, author_needed: true, new: 0, refused: 3 })
    expect(refused.rows[0]!.message).toMatch(/^It isn’t clear whose report this is\./u)
    expect(await ownersOf('2026-11-18')).toEqual([])

    const named = await send(file, 'email=%232')
    expect(named).toMatchObject({ author_needed: false, new: 2, refused: 1 })
    expect(reportsOf(named)).toEqual([
      [misaki.user.id, 1],
      [ren.user.id, 1],
      ['Grace Hopper', 1],
    ])
    expect(await ownersOf('2026-11-18')).toEqual([`${ren.user.id} b`])
  })

  test.each([
    ['addresses of strangers', (): string[] => ['ada@example.com', 'grace@example.com']],
    ['an address behind the name', (ren: Member) => [`早川 <${ren.user.email}>`, `早川 <${ren.user.email}>`]],
    ['first names', (_: Member, name: string) => [name.split(' ')[0]!, name.split(' ')[0]!]],
  ])('an import asks for the authors if a column has %s', async (_what, cellsOf) => {
    const { ren, send, nameOf } = await twoMembers()
    const rows = cellsOf(ren, await nameOf(ren)).map((cell, index) => `2026-11-1${index},${cell},a`)
    expect(await send(['Date,Column,Today', ...rows])).toMatchObject({ author_needed: true, new: 0 })
  })

  test('an import asks for the authors if one author would get two reports of one day', async () => {
    const { misaki, send } = await twoMembers()
    const file = ['Date,Place,Today', '2026-11-18,Tartu,a', '2026-11-18,Osaka,b', '2026-11-19,Osaka,c']
    expect(await send(file)).toMatchObject({ author_needed: true, new: 0 })
    const mine = await send(file, 'preview=true&email=%230')
    expect(mine).toMatchObject({ author_needed: false, new: 2, refused: 1 })
    expect(mine.authors).toMatchObject([{ name: '', user_id: misaki.user.id, reports: 2 }])
  })

  test('an import also asks a member who is no administrator for the authors', async () => {
    const { misaki, ren, send, nameOf } = await twoMembers()
    const file = ['Date,Column,Today', `2026-11-18,${await nameOf(misaki)},a`, `2026-11-18,${await nameOf(ren)},b`]
    expect(await send(file, 'preview=true', ren)).toMatchObject({ author_needed: true })
    const named = await send(file, 'preview=true&email=%232', ren)
    expect(named).toMatchObject({ new: 1, refused: 1 })
    expect(reportsOf(named)).toEqual([
      [misaki.user.id, 0],
      [ren.user.id, 1],
    ])
  })

  test.each(['email=%2399', 'email=Nobody'])(
    'an import asks for the authors if the chosen column does not exist (%s)',
    async (query) => {
      const { ren, send, nameOf } = await twoMembers()
      const file = ['Date,Column,Today', `2026-11-18,${await nameOf(ren)},a`]
      expect(await send(file, query)).toMatchObject({ author_needed: true, new: 0 })
    },
  )
})

describe('a file with columns of several people (E4.12)', () => {
  test.each([
    ['en', 'Date,Member Email,Owner Email,Today'],
    ['en', 'Date,Email,Author Email,Today'],
    ['en', 'Date,Email,Email,Today'],
    ['en', 'Date,Author,Employee,Today'],
    ['ja', '日付,メール,担当者メール,今日'],
    ['ja', '日付,報告者,担当者,今日'],
    ['de', 'Datum,Mailadresse,E-Mail privat,Heute'],
    ['fr', 'Date,Courriel,Courriel du collègue,Aujourd’hui'],
  ])('an import asks for the authors if several columns name people (%s: %s)', async (_language, head) => {
    const { misaki, ren, send, ownersOf } = await twoMembers()
    const file = [head, `2026-11-18,${misaki.user.email},${ren.user.email},a`]
    expect(await send(file)).toMatchObject({ author_needed: true, authors: [], new: 0, refused: 1 })
    expect(await send(file, '')).toMatchObject({ id: null, author_needed: true })
    expect(await ownersOf('2026-11-18')).toEqual([])
    await send(file, 'email=%233')
    expect(await ownersOf('2026-11-18')).toEqual([`${ren.user.id} a`])
  })

  test.each([
    ['en', 'Date,Reviewer Email,Member Email,Today'],
    ['en', 'Date,Manager,Author,Today'],
    ['en', 'Date,Approved by (email),Email,Today'],
    ['en', 'Date,CC mail,Mail,Today'],
    ['ja', '日付,上司メール,メール,今日'],
    ['ja', '日付,承認者,報告者,今日'],
    ['de', 'Datum,E-Mail Vorgesetzte,E-Mail,Heute'],
    ['fr', 'Date,Courriel du responsable,Courriel,Aujourd’hui'],
    ['it', 'Data,Email responsabile,Email,Oggi'],
    ['zh', '日期,审核人,作者,今天'],
    ['et', 'Kuupäev,Juhi e-mail,E-mail,Täna'],
  ])(
    'an import does not read a column of reviewers, managers or recipients as authors (%s: %s)',
    async (_language, head) => {
      const { misaki, ren, send, ownersOf } = await twoMembers()
      const sent = await send([head, `2026-11-18,${misaki.user.email},${ren.user.email},a`], '')
      expect(sent).toMatchObject({ author_needed: false, new: 1 })
      expect(await ownersOf('2026-11-18')).toEqual([`${ren.user.id} a`])
    },
  )

  test('an import asks for the authors if the file names only reviewers', async () => {
    const { ren, send } = await twoMembers()
    const file = ['Date,Reviewer Email,Today', `2026-11-18,${ren.user.email},a`]
    expect(await send(file)).toMatchObject({ author_needed: true, new: 0 })
  })

  test('an import reads a full name and a user name of one member as one author', async () => {
    const { ren, send, nameOf } = await twoMembers()
    const file = ['Date,Full name,Username,Today', `2026-11-18,${await nameOf(ren)},hayakawa,a`]
    expect(reportsOf(await send(file))).toEqual([[ren.user.id, 1]])
  })
})

test.each([
  ['one report a day', ['Date,Mood,Today', '2026-11-17,good,a', '2026-11-18,bad,b']],
  ['no other column', ['日付,今日', '2026-11-17,a', '2026-11-18,b']],
])('an import does not ask for the authors if the file has %s', async (_what, file) => {
  const { misaki, send } = await twoMembers()
  expect(await send(file)).toMatchObject({ author_needed: false, new: 2, authors: [{ user_id: misaki.user.id }] })
})

test('an import does not ask for the authors if the column names only the caller', async () => {
  const { misaki, send, nameOf } = await twoMembers()
  const name = await nameOf(misaki)
  const file = ['Date,Column,Today', `2026-11-17,${name},a`, `2026-11-18,${misaki.user.email},b`]
  expect(await send(file)).toMatchObject({ author_needed: false, new: 2 })
})
