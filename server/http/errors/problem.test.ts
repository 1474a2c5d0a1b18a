import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { errorStatus, fieldErrorCodes } from '#contract/errors.ts'
import { languages } from '#contract/languages.ts'
import { Problem } from '#contract/problem.ts'
import { withEveryTeamTransaction, openDatabase } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import { linesOf } from '#server/testing/events.ts'
import { afterwards } from '#server/testing/afterwards.ts'
import { stalledVisitor } from '#server/testing/stallable.ts'
import { startApp, startOwnApp, team } from '#server/testing/team.ts'
import { texts } from '#server/text/texts.ts'
import { languageFrom } from '../requests/language.ts'

describe('languageFrom', () => {
  test.each([
    [undefined, 'ja'],
    ['', 'ja'],
    ['*', 'ja'],
    ['ja', 'ja'],
    ['ja-JP', 'ja'],
    ['en', 'en'],
    ['en-GB,en;q=0.9', 'en'],
    ['de-AT', 'de'],
    ['fr-CA', 'fr'],
    ['it-CH', 'it'],
    ['et-EE', 'et'],
    ['zh', 'zh-cn'],
    ['zh-CN', 'zh-cn'],
    ['zh-SG', 'zh-cn'],
    ['zh-TW', 'zh-tw'],
    ['zh-HK', 'zh-tw'],
    ['zh-Hant', 'zh-tw'],
    ['zh-Hant-TW', 'zh-tw'],
    ['zh-Hans-HK', 'zh-cn'],
    ['zh-Hans-TW,en', 'zh-cn'],
    ['es', 'ja'],
    ['pt-BR, fr;q=0.5, de;q=0.8', 'de'],
    ['en;q=0, et', 'et'],
    ['es, en;q=0.1', 'en'],
    ['en;q=x', 'ja'],
    [';;;,,,q=1', 'ja'],
    ['x'.repeat(4_000), 'ja'],
  ])('a request with Accept-Language %s gets the language %s', (header, language) => {
    expect(languageFrom({ headers: { 'accept-language': header } })).toBe(language)
  })

  test('every failure and every field error has a text in all eight languages', async () => {
    const { visitor } = await startApp()
    const spoken = new Set<string>()
    for (const language of languages) {
      const answer = await visitor().get('/users/me', { 'accept-language': language })
      expect(answer.body.message).toBe(texts(language)('errors.not_signed_in'))
      spoken.add(answer.body.message)
      for (const code of Object.keys(errorStatus) as (keyof typeof errorStatus)[])
        expect(texts(language)(`errors.${code}`)).not.toContain('errors.')
      for (const code of fieldErrorCodes) expect(texts(language)(`fieldErrors.${code}`)).not.toContain('fieldErrors.')
    }
    expect(spoken.size).toBe(languages.length)
  })

  test("the error of an invalid field is in the caller's language", async () => {
    const { visitor } = await startApp()
    const answer = await visitor().post('/auth/login', {}, { 'accept-language': 'en-US' })
    expect(Problem.safeParse(answer.body).success).toBe(true)
    expect(answer.body).toMatchObject({
      type: 'about:blank',
      title: 'Bad Request',
      status: 400,
      code: 'invalid_input',
      message: texts('en')('errors.invalid_input'),
      errors: [
        { field: 'username', code: 'required', message: texts('en')('fieldErrors.required') },
        { field: 'password', code: 'required' },
      ],
    })
  })
})

describe('server failures', () => {
  test('the server answers 503 with Retry-After if the database is unreachable', async () => {
    const database = openDatabase({ host: '127.0.0.1', port: 1 }, () => {})
    afterwards(() => database.destroy())
    const { visitor } = await startApp({ database })
    const answer = await visitor().post('/auth/login', { username: 'a@example.com', password: 'x' })
    expect(answer).toMatchObject({ status: 503, body: { code: 'database_unavailable' } })
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(await visitor().get('/readyz')).toMatchObject({ status: 503, body: { code: 'database_unavailable' } })
    expect((await visitor().get('/healthz')).status).toBe(200)
  })

  test('the server answers 503 if the database does not respond', async () => {
    const visitor = await stalledVisitor(200)
    const answer = await visitor.post('/auth/login', { username: 'a@example.com', password: 'x' })
    expect(answer).toMatchObject({
      status: 503,
      body: { code: 'database_unavailable' },
      headers: { 'retry-after': '2' },
    })
  })

  test('the server answers 503 if the disk is full, until a write succeeds', async () => {
    const { app, database, visitor } = await startOwnApp()
    app.get('/api/full', () =>
      withEveryTeamTransaction(database, (db) =>
        sql`do $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`.execute(db),
      ),
    )
    const answer = await visitor().get('/full')
    expect(answer).toMatchObject({ status: 503, body: { code: 'storage_full' }, headers: { 'retry-after': '30' } })
    expect((await visitor().get('/readyz')).status).toBe(200)
  })

  test('the server answers an unexpected error with 500 and no details', async () => {
    const { app, visitor } = await startOwnApp()
    app.get('/api/broken', () => {
      throw new Error('select * from secrets')
    })
    const answer = await visitor().get('/broken')
    expect(answer).toMatchObject({ status: 500, body: { code: 'internal' } })
    expect(JSON.stringify(answer)).not.toContain('secrets')
  })

  test('a busy server answers 503 with the seconds to wait', async () => {
    const { app, visitor } = await startOwnApp()
    app.get('/api/busy', () => {
      throw new AppError('busy', { retryAfter: 3 })
    })
    const answer = await visitor().get('/busy')
    expect(answer).toMatchObject({ status: 503, body: { code: 'busy' }, headers: { 'retry-after': '3' } })
  })
})

describe('the log', () => {
  test.each(['/full', '/broken'])(
    'the server limits the log lines of a failure that strangers can repeat: %s',
    async (path) => {
      const { app, visitor } = await startOwnApp({ logLevel: 'warn' })
      app.get('/api/full', () => {
        throw Object.assign(new Error('could not extend file'), { code: '53100' })
      })
      app.get('/api/broken', () => {
        throw new TypeError('unforeseen')
      })
      const lines = linesOf(app)
      for (let count = 0; count < 40; count += 1) await visitor().get(path)
      expect(lines.length).toBe(path === '/full' ? 1 : 10)
    },
  )

  test('the log contains no token, password, cookie or header', async () => {
    const { member, visitor, app } = await team({ logLevel: 'debug' })
    const lines = linesOf(app)
    const { tokens } = await member()
    await visitor().get(`/daily-reports?report_date=x&token=${tokens.refresh_token}`, {
      authorization: `Bearer ${tokens.access_token}`,
      cookie: 'proof=secret-cookie',
    })
    await visitor().post('/auth/login', { username: 'nobody@example.com', password: 'secret-password' })
    await visitor().post('/auth/refresh', { refresh_token: tokens.refresh_token })
    await visitor().get('/nothing?token=secret-query')

    const log = lines.join('')
    expect(lines.length).toBeGreaterThan(5)
    expect(log).toContain('/api/daily-reports')
    for (const secret of [tokens.access_token, tokens.refresh_token, 'secret-', 'authorization'])
      expect(log).not.toContain(secret)
  })
})
