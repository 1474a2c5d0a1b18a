import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inOneLine, isPlain, isVisible } from '#contract/characters.ts'
import { hostileInput, naughtyStrings } from '#server/testing/fixtures.ts'
import { password, startApp, team } from '#server/testing/team.ts'

const json = { 'content-type': 'application/json' }
const date = '2026-11-20'
const noon = new Date('2026-11-20T03:00:00Z')
const draft = { report_date: date, yesterday_work: '', today_plan: '', issues: '' }
const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0')

type JsonCase = { name: string; expect: 'accept' | 'reject' | 'either'; base64: string }

/** Groups texts by three. A report and a name have three fields each, so one request can send three texts. */
const inThrees = <Text>(texts: Text[]) =>
  Array.from({ length: Math.ceil(texts.length / 3) }, (_, index) => texts.slice(index * 3, index * 3 + 3))

describe('hostile inputs', () => {
  test('valid JSON is accepted, invalid JSON is refused, and neither gets a 5xx', async () => {
    const { visitor } = await startApp()
    const surprises: string[] = []
    for (const { name, expect: expected, base64 } of JSON.parse(hostileInput('json-parsing.json')) as JsonCase[]) {
      if (base64 === '') continue // without a body, no JSON is parsed, whatever the Content-Type
      const { status, body } = await visitor().post('/onboarding', Buffer.from(base64, 'base64'), json)
      // Valid JSON that is no registration gets `invalid_input`, which counts as accepted here.
      const outcome = status === 400 ? (body.code === 'invalid_json' ? 'reject' : 'accept') : String(status)
      if (outcome !== expected && (expected !== 'either' || status !== 400)) surprises.push(`${name}: ${outcome}`)
    }
    expect(surprises).toEqual([])
  }, 30_000)

  test('a report with hostile strings is stored unchanged or refused as a whole', async () => {
    const accepted = naughtyStrings().filter(isStorable)
    expect(accepted.length).toBeGreaterThan(400)
    const { member } = await team({ now: noon })
    const { get, post, put } = await member()
    const { body: report } = await post('/daily-reports', draft)
    const write = (words: object) => put(`/daily-reports/${report.id}`, { ...draft, ...words })
    for (const text of naughtyStrings().filter((each) => !isStorable(each)))
      expect(await write({ yesterday_work: text })).toMatchObject({ status: 400 })
    for (const [yesterday_work, today_plan = '', issues = ''] of inThrees(accepted)) {
      const words = { yesterday_work, today_plan, issues }
      expect((await write(words)).body).toMatchObject(words)
    }

    const all = accepted.join('\n').slice(0, 10_000).toWellFormed()
    await write({ today_plan: all })
    const { body: day } = await get(`/daily-reports?report_date=${date}`)
    expect(day.reports[0].today_plan).toBe(all)
  }, 60_000)

  test('a hostile string as a name is stored as one line of NFC or refused (E1.19)', async () => {
    const isName = (text: string) =>
      isStorable(text) && isPlain(text) && Array.from(text).length <= 100 && isVisible(text)
    const lines = naughtyStrings().map((text) => [text, inOneLine(text)] as const)
    const accepted = lines.filter(([, line]) => isName(line))
    expect(accepted.length).toBeGreaterThan(300)
    const { member } = await team()
    const { get, patch, user } = await member()
    const rename = (names: object) =>
      patch('/users/me/profile', { first_name: 'a', family_name: 'b', preferred_name: '', email: user.email, ...names })
    for (const [preferred_name, line] of lines.filter(([, line]) => !isName(line)))
      expect(await rename({ preferred_name })).toMatchObject(
        line === '' ? { status: 200, body: { preferred_name: '' } } : { status: 400 },
      )
    for (const [preferred, family = ['b', 'b'], first = ['a', 'a']] of inThrees(accepted)) {
      const named = (form: 0 | 1) => ({
        preferred_name: preferred![form],
        family_name: family[form],
        first_name: first[form],
      })
      expect(await rename(named(0))).toMatchObject({ status: 200, body: named(1) })
    }
    expect((await get('/users/me')).status).toBe(200)
  }, 60_000)

  test('scripts in a text are stored and returned as plain text', async () => {
    const lines = hostileInput('xss.txt').split('\n').filter(isStorable)
    const { member } = await team({ now: noon })
    const { post, get } = await member()
    const text = lines.join('\n').slice(0, 10_000)
    await post('/daily-reports', { ...draft, issues: text })
    const { body, headers } = await get(`/daily-reports?report_date=${date}`)
    expect(body.reports[0].issues).toBe(text)
    expect(headers['content-type']).toMatch(/^application\/json/u)
    expect(headers['x-content-type-options']).toBe('nosniff')
  })

  test('a new email must have the form something@something.something without unusual characters (S5.04)', async () => {
    const addresses = [...hostileInput('email-addresses.xml').matchAll(/<address>([\s\S]*?)<\/address>/gu)].map(
      ([, text]) =>
        text!
          .replaceAll(/&#x([0-9a-f]+);/giu, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
          .replaceAll('&lt;', '<')
          .replaceAll('&gt;', '>')
          .replaceAll('&quot;', '"')
          .replaceAll('&amp;', '&')
          .replaceAll(/[\u2400-\u241F]/gu, (symbol) => String.fromCodePoint(symbol.codePointAt(0)! - 0x2400)),
    )
    expect(addresses.length).toBeGreaterThan(150)
    const { visitor } = await startApp({ signUpDomains: ['nowhere.invalid'] })
    for (const email of addresses) {
      const parts = email.split('@')
      const matches =
        parts.length === 2 &&
        !/\s/u.test(email) &&
        !/[<>()[\]\\,;:"%!\p{Cc}\p{Cf}\p{DI}]/u.test(email) &&
        parts[0] !== '' &&
        parts[1]!.includes('.') &&
        !parts[1]!.split('.').includes('') &&
        isStorable(email)
      const { status } = await visitor().post('/onboarding', { first_name: 'a', family_name: 'b', email, password })
      // A valid email passes validation, then gets 403 because sign-up is limited to another domain.
      expect([email, status]).toEqual([email, matches && email.length <= 254 ? 403 : 400])
    }
  })
})

test('calls refuse dates in the year 0', async () => {
  const member = await (await team()).member()
  const draft = { report_date: '0000-12-31', yesterday_work: '', today_plan: '', issues: '' }
  const refusal = { status: 400, body: { errors: [{ code: 'invalid_date' }] } }

  expect(await member.get('/daily-reports?report_date=0000-01-01')).toMatchObject(refusal)
  expect(await member.get('/daily-reports/days?from=0000-12-31&to=0001-01-01')).toMatchObject(refusal)
  expect(await member.post('/daily-reports', draft)).toMatchObject(refusal)
})

test('a report’s Unicode text is returned exactly as sent', async () => {
  const { member } = await team({ now: noon })
  const { get, post, put } = await member()
  const { body: filed } = await post('/daily-reports', draft)
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: 'binary-ascii' }),
  )
  await fc.assert(
    fc.asyncProperty(text, text, async (yesterday_work, issues) => {
      const answer = await put(`/daily-reports/${filed.id}`, { ...draft, yesterday_work, issues })
      if (!isStorable(yesterday_work) || !isStorable(issues)) {
        expect(answer.status).toBe(400)
        return
      }
      const { body } = await get(`/daily-reports?report_date=${date}`)
      expect(body.reports[0]).toMatchObject({ yesterday_work, issues })
    }),
  )
}, 30_000)
