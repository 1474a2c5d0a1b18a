import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { afterwards } from '#server/testing/afterwards.ts'
import { startApp } from '#server/testing/team.ts'

const page = '<!doctype html><title>Asakai</title>'
const drawnPage = '<!doctype html><title>Asakai</title>Guten Morgen'
const script = `export const text = '${'x'.repeat(2_000)}'`
const navigation = { accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8' }

/** Starts the app with a folder such as `vite build` creates. */
async function appWithBuild() {
  const webRoot = await mkdtemp(join(tmpdir(), 'asakai-build-'))
  afterwards(() => rm(webRoot, { recursive: true }))
  await mkdir(join(webRoot, 'assets'))
  await mkdir(join(webRoot, '.vite'))
  await writeFile(
    join(webRoot, '.vite/manifest.json'),
    JSON.stringify({ 'locales/de.json?signed-out': { file: 'assets/de-1a2b.js' } }),
  )
  await writeFile(join(webRoot, 'index.html'), page)
  await mkdir(join(webRoot, 'login'))
  await writeFile(join(webRoot, 'login/de.html'), drawnPage)
  await writeFile(join(webRoot, 'index.html.br'), brotliCompressSync(page))
  await writeFile(join(webRoot, 'login/de.html.br'), brotliCompressSync(drawnPage))
  await writeFile(join(webRoot, 'icon.svg'), '<svg/>')
  await writeFile(join(webRoot, 'assets/app-1a2b.js'), script)
  await writeFile(join(webRoot, 'assets/app-1a2b.js.br'), brotliCompressSync(script))
  await writeFile(join(webRoot, 'assets/app-1a2b.js.gz'), gzipSync(script))
  const { config, database } = await startApp({ publicUrl: 'https://asakai.example.com' })
  const app = await buildApp({ config, database, now: () => new Date(), webRoot })
  afterwards(() => app.close())
  return app
}

describe('the built web application', () => {
  let app: Awaited<ReturnType<typeof appWithBuild>>
  beforeAll(async () => {
    app = await appWithBuild()
  })
  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers })

  test.each(['/', '/report', '/settings?tab=language', '/password-reset?token=x', '/nothing/of/ours'])(
    'the server sends the page at %s, which must not be cached',
    async (url) => {
      const answer = await get(url, navigation)
      expect([answer.statusCode, answer.body]).toEqual([200, page])
      expect(answer.headers['content-type']).toMatch(/^text\/html/u)
      expect(answer.headers['cache-control']).toBe('no-cache')
    },
  )

  test.each(['/', '/report', '/icon.svg', '/assets/app-1a2b.js'])(
    'a HEAD request for %s gets the headers of GET',
    async (url) => {
      const accept = url === '/report' ? navigation : { accept: '*/*' }
      const answer = await app.inject({ method: 'HEAD', url, headers: accept })
      expect([answer.statusCode, answer.body]).toEqual([200, ''])
      expect(answer.headers['content-length']).toBe((await get(url, accept)).headers['content-length'])
    },
  )

  test("the page's headers link its first scripts and texts in the browser's language", async () => {
    const german = { ...navigation, 'accept-language': 'de-AT, en;q=0.5' }
    const deployment = '</api/deployment>; rel=preload; as=fetch; crossorigin'
    const linked = async (url: string, headers: Record<string, string>) => (await get(url, headers)).headers['link']

    expect(await linked('/', german)).toBe('</assets/de-1a2b.js>; rel=modulepreload')
    expect(await linked('/login', german)).toBe(`</assets/de-1a2b.js>; rel=modulepreload, ${deployment}`)
    expect(await linked('/signup?email=x', { ...navigation, 'accept-language': 'ja' })).toBe(deployment)
    expect((await get('/login', german)).headers['vary']).toContain('accept-language')
    expect(await linked('/icon.svg', german)).toBeUndefined()
  })

  test("only the login page has a heading before its scripts, in the browser's language", async () => {
    const german = { ...navigation, 'accept-language': 'de-AT, en;q=0.5' }
    for (const url of ['/login', '/login?from=mail']) {
      const { body, headers } = await get(url, german)
      expect(body).toBe(drawnPage)
      expect([headers['cache-control'], headers['vary']]).toEqual([
        'no-cache',
        expect.stringContaining('accept-language'),
      ])
    }
    for (const url of ['/', '/signup', '/login/de.html']) expect((await get(url, german)).body).toBe(page)
    expect((await get('/login', { ...navigation, 'accept-language': 'ja' })).body).toBe(page)
  })

  test('the Vary header names every header that selects the response', async () => {
    const varies = async (url: string, headers: Record<string, string>) => {
      const { vary = '' } = (await get(url, { ...navigation, ...headers })).headers
      return vary.toLowerCase().split(/, */u).sort()
    }
    for (const url of ['/', '/login', '/team'])
      for (const language of ['de', 'ja'])
        for (const encoding of ['br', 'identity'])
          expect(await varies(url, { 'accept-language': language, 'accept-encoding': encoding })).toEqual([
            'accept-encoding',
            'accept-language',
          ])
    expect(await varies('/assets/app-1a2b.js', { 'accept-encoding': 'identity' })).toEqual(['accept-encoding'])
  })

  test.each(['/', '/icon.svg'])('a request with a later If-Modified-Since date gets %s in full again', async (url) => {
    const { headers } = await get(url)
    expect([headers['etag'], headers['last-modified']]).toEqual([undefined, undefined])
    const again = await get(url, { 'if-modified-since': new Date(Date.now() + 60_000).toUTCString() })
    expect(again.statusCode).toBe(200)
  })

  test('the response for a missing file must not be cached', async () => {
    expect((await get('/assets/gone-1a2b.js')).headers['cache-control']).toBe('no-store')
  })

  test('files with a hash in their name are compressed and cached forever', async () => {
    const url = '/assets/app-1a2b.js'
    const brotli = await get(url, { 'accept-encoding': 'gzip, br' })
    expect(brotli.headers).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
    expect(brotli.headers['content-type']).toMatch(/^(?:text|application)\/javascript/u)
    expect(brotli.headers['vary']).toMatch(/accept-encoding/iu)
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(script)
    expect((await get(url, { 'accept-encoding': 'gzip' })).headers['content-encoding']).toBe('gzip')
    expect((await get(url)).body).toBe(script)
  })

  test('files without a hash in their name are revalidated on each request', async () => {
    expect((await get('/icon.svg')).headers['cache-control']).toBe('no-cache')
  })

  test.each([
    ['a file that is gone', '/assets/app-old.js', { accept: '*/*' }],
    ['a file that is gone, opened', '/assets/app-old.js', navigation],
    ['a call that does not exist', '/api/nothing', navigation],
    ['a script that is none', '/nothing.js', { accept: '*/*' }],
    ['the manifest of the build', '/.vite/manifest.json', { accept: '*/*' }],
    ['a file outside', '/../package.json', { accept: '*/*' }],
    ['a file outside, encoded', '/%2e%2e%2fpackage.json', { accept: '*/*' }],
    ['a file outside, doubly', '/assets/..%2f..%2f..%2fetc/passwd', { accept: '*/*' }],
  ])('the server answers 404 instead of the page to %s', async (_, url, headers) => {
    const answer = await get(url, headers)
    expect(answer.statusCode).toBe(404)
    expect(answer.body).not.toContain('<title>')
  })

  test.each(['/', '/assets/app-1a2b.js', '/api/auth/slack/callback'])(
    'a response at %s has the strict Content-Security-Policy',
    async (url) => {
      const { headers } = await get(url, navigation)
      const policy = String(headers['content-security-policy'])
      expect(policy.split(';')).toEqual([
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: https:",
        "connect-src 'self'",
        "font-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
      ])
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'strict-transport-security': 'max-age=31536000',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'x-frame-options': 'DENY',
        'permissions-policy': expect.stringContaining('camera=(), '),
      })
      // The product uses full screen for meetings, and passkeys.
      expect(headers['permissions-policy']).not.toMatch(/fullscreen|publickey/u)
      expect(headers).not.toHaveProperty('x-powered-by')
    },
  )
})

test('API responses have a Content-Security-Policy that allows nothing', async () => {
  const { visitor } = await startApp({ publicUrl: 'https://asakai.example.com' })
  for (const path of ['/healthz', '/nothing']) {
    const { headers } = await visitor().get(path)
    expect(headers).toMatchObject({
      'content-security-policy': "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': 'max-age=31536000',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
    expect(headers).not.toHaveProperty('permissions-policy')
  }
})

test('the server sends HSTS for its own host only, also below a path (E6.04)', async () => {
  for (const publicUrl of ['https://asakai.example.com', 'https://example.com/asakai']) {
    const { app } = await startApp({ publicUrl })
    for (const url of ['/', '/login', '/api/healthz', '/api/nothing', '/api/auth/slack/callback'])
      expect((await app.inject(url)).headers['strict-transport-security']).toBe('max-age=31536000')
  }
})

test('the server sends no HSTS header without HTTPS', async () => {
  const { visitor } = await startApp()
  expect((await visitor().get('/healthz')).headers).not.toHaveProperty('strict-transport-security')
})

test('API responses must not be cached', async () => {
  const { visitor } = await startApp()
  expect((await visitor().get('/deployment')).headers['cache-control']).toBe('no-store')
})
