import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { readProviders } from '#server/config/providers.ts'
import { readerOf } from '#server/config/environment.ts'
import { afterwards } from '#server/testing/afterwards.ts'
import { linesOf } from '#server/testing/events.ts'
import { startApp, team } from '#server/testing/team.ts'

const publicUrl = 'https://example.com/asakai'
const navigation = { accept: 'text/html' }

async function appBelowPath() {
  const webRoot = await mkdtemp(join(tmpdir(), 'asakai-build-'))
  afterwards(() => rm(webRoot, { recursive: true }))
  await mkdir(join(webRoot, 'assets'))
  const head = '<link rel="icon" href="/icon.svg" /><script type="module" src="/assets/app.js"></script>'
  await writeFile(join(webRoot, 'index.html'), `<!doctype html><html lang="ja"><head>${head}</head></html>`)
  await mkdir(join(webRoot, 'login'))
  await writeFile(join(webRoot, 'login/ja.html'), `<!doctype html><html lang="ja"><head>${head}</head>おはよう</html>`)
  await writeFile(join(webRoot, 'assets/app.js'), 'export {}')
  const providers = readProviders(readerOf({ GITHUB_CLIENT_ID: 'asakai', GITHUB_CLIENT_SECRET: 'secret' }))
  const { config, database } = await startApp({ publicUrl, providers })
  const app = await buildApp({ config, database, now: () => new Date(), webRoot })
  afterwards(() => app.close())
  return (url: string) => app.inject({ method: 'GET', url, headers: navigation })
}

describe('PUBLIC_URL with a path', () => {
  test.each(['/asakai/', '/asakai/team', '/asakai/google/callback?code=x', '/', '/team'])(
    'the page at %s has links below the base path, even if the proxy removes it',
    async (url) => {
      const get = await appBelowPath()
      const { statusCode, body, headers } = await get(url)
      expect(statusCode).toBe(200)
      expect(body).toContain('<html data-base="/asakai" lang="ja">')
      expect(body).toContain('href="/asakai/icon.svg"')
      expect(body).toContain('src="/asakai/assets/app.js"')
      expect(headers['cache-control']).toBe('no-cache')
    },
  )

  test('the login below a base path has its heading before the scripts arrive', async () => {
    const get = await appBelowPath()
    const { body } = await get('/asakai/login')
    expect(body).toContain('<html data-base="/asakai" lang="ja">')
    expect(body).toContain('src="/asakai/assets/app.js"')
    expect(body).toContain('おはよう')
    expect((await get('/asakai/team')).body).not.toContain('おはよう')
  })

  test('files and calls work below the base path', async () => {
    const get = await appBelowPath()
    expect((await get('/asakai/assets/app.js')).body).toBe('export {}')
    expect((await get('/asakai/api/healthz')).json()).toEqual({ status: 'ok' })
    expect((await get('/asakai/api/api/healthz')).json()).toEqual({ status: 'ok' })
    expect((await get('/asakai/api/openapi.json')).json().servers).toEqual([{ url: '/asakai/api' }])
    expect((await get('/asakai/api/docs')).body).toContain('/asakai/api/docs/static/')
    const led = await get('/asakai?page=activity')
    expect([led.statusCode, led.headers['location']]).toEqual([308, '/asakai/?page=activity'])
    // This path begins with the same letters, but is not below the base path.
    expect((await get('/asakaishi/api/healthz')).headers['content-type']).toMatch(/^text\/html/u)
  })

  test('cookies, callbacks and server-rendered pages have the base path', async () => {
    const get = await appBelowPath()
    const { headers, body } = await get('/asakai/api/auth/github/login-url')
    expect(new URL(JSON.parse(body).auth_url).searchParams.get('redirect_uri')).toBe(`${publicUrl}/github/callback`)
    expect(String(headers['set-cookie'])).toMatch(/; Path=\/(?:asakai\/api)?;.*Secure/u)
    expect((await get('/asakai/api/auth/slack')).body).toContain('href="/asakai/settings"')
  })

  test('an invitation link has the base path', async () => {
    const { member } = await team({ publicUrl })
    const { body } = await (await member()).post('/invitations', { email: 'misaki@example.com', role: 'qa-engineer' })
    expect(body.link).toMatch(/^https:\/\/example\.com\/asakai\/invitation\?token=/u)
  })

  test('the log contains no token of a link at any log level', async () => {
    const { app } = await startApp({ publicUrl, logLevel: 'debug' })
    const lines = linesOf(app)
    await app.inject({ method: 'GET', url: '/asakai/password-reset?token=secret' })
    await app.inject({ method: 'GET', url: '/asakai/api/invitations/verify/secret' })
    await app.inject({ method: 'GET', url: '/asakai/api/calendar/secret.ics' })
    const decodedTwice = [
      '%2563alendar',
      '%25%36%33alendar',
      `%${'25'.repeat(4)}63alendar`,
      `%${'25'.repeat(99)}63alendar`,
    ]
    for (const name of ['%63alendar', '%63%61lendar', 'week%2Dmail', 'invitations/%76erify', ...decodedTwice])
      await app.inject({ method: 'GET', url: `/asakai/api/${name}/secret.ics` })
    for (const misspelt of [
      'Invitations/verify/secret',
      '%63alendar/secret.ics%ZZ',
      'week-mail/%0Asecret',
      'calendar/%E0secret',
    ])
      await app.inject({ method: 'GET', url: `/asakai/api/${misspelt}` })
    for (const path of ['/api/invitations/verify/…', '/api/calendar/…']) expect(lines.join('')).toContain(path)
    expect(lines.join('')).not.toContain('secret')
  })
})
