import { readFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { afterwards } from '#server/testing/afterwards.ts'
import { startApp } from '#server/testing/team.ts'
import { acceptsHtml } from '../requests/accepts-html.ts'

const page = '<!doctype html><html lang="ja"><title>Asakai</title></html>'
/** The paths of the screens. The file is read as text, because the server does not import browser code. */
const paths = [...readFileSync('web/app/paths.ts', 'utf8').matchAll(/: '(\/[\w/-]*)',/gu)].map(([, path]) => path!)
const callbacks = ['google', 'github', 'oidc', 'microsoft', 'apple'].map((provider) => `/${provider}/callback`)
const screens = [...paths, ...callbacks, '/team?tab=calendar', '/login?from=mail', '/team/']

const withHtml = ['*/*', 'text/html', 'text/*;q=0.5', 'application/json, */*;q=0.1', 'TEXT/HTML', '', undefined]
const withoutHtml = ['application/json', 'image/*', 'text/html;q=0, */*', 'text/*;q=0,*/*', 'text/html;q=0.000']
const encodings = ['gzip', 'br', 'deflate', 'gzip, deflate', 'gzip, deflate, br', 'zstd', 'identity', '*', undefined]

/**
 * Pairs each encoding with one `Accept` header. `start` differs for each URL, so that all URLs together have every
 * pair.
 */
const headersFrom = (start: number, accepts: readonly (string | undefined)[]) =>
  encodings.map((encoding, index) => [accepts[(start + index) % accepts.length], encoding] as const)

/** The compressed files of the page that a build may contain. */
const builds = { 'no compressed page': [], 'the page as br': ['br'], 'the page as gz': ['gz'], both: ['br', 'gz'] }

async function appWith(compressed: readonly string[], publicUrl: string) {
  const webRoot = await mkdtemp(join(tmpdir(), 'asakai-build-'))
  afterwards(() => rm(webRoot, { recursive: true }))
  await writeFile(join(webRoot, 'index.html'), page)
  await mkdir(join(webRoot, 'login'))
  await cp(join(webRoot, 'index.html'), join(webRoot, 'login/ja.html'))
  for (const file of ['index.html', 'login/ja.html']) {
    if (compressed.includes('br')) await writeFile(join(webRoot, `${file}.br`), brotliCompressSync(page))
    if (compressed.includes('gz')) await writeFile(join(webRoot, `${file}.gz`), gzipSync(page))
  }
  await writeFile(join(webRoot, 'icon.svg'), '<svg/>')
  const { config, database } = await startApp({ publicUrl })
  const app = await buildApp({ config, database, now: () => new Date(), webRoot })
  afterwards(() => app.close())
  return app
}

/** Returns the headers for `inject`, without those that are absent. */
const headersOf = (accept: string | undefined, encoding?: string) => ({
  ...(accept !== undefined && { accept }),
  ...(encoding !== undefined && { 'accept-encoding': encoding }),
})

const decoders: Record<string, (body: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync }

describe.each([
  ['at the root of its host', 'https://asakai.example.com', ''],
  ['below a path that the proxy keeps', 'https://example.com/asakai', '/asakai'],
  ['below a path that the proxy cuts', 'https://example.com/asakai', ''],
])('a server with PUBLIC_URL %s', (_, publicUrl, kept) => {
  describe.each(Object.entries(builds))('a build with %s', (__, compressed) => {
    let app: Awaited<ReturnType<typeof appWith>>
    beforeAll(async () => {
      app = await appWith(compressed, publicUrl)
    })

    test.each([...screens.entries()])(
      'the server sends the page to every client that accepts HTML: path %i, %s (E5.10)',
      async (at, screen) => {
        const url = kept + screen
        for (const method of ['GET', 'HEAD'] as const)
          for (const [accept, encoding] of headersFrom(at, withHtml)) {
            const { statusCode, headers, rawPayload } = await app.inject({
              method,
              url,
              headers: headersOf(accept, encoding),
            })
            const tried = `${method} ${url} Accept: ${accept} Accept-Encoding: ${encoding}`
            expect([statusCode, headers['content-type']], tried).toEqual([200, expect.stringMatching(/^text\/html/u)])
            const decode = decoders[String(headers['content-encoding'])] ?? ((body: Buffer) => body)
            const body = method === 'GET' ? decode(rawPayload).toString() : ''
            expect(body, tried).toContain(method === 'GET' ? '<title>Asakai</title>' : '')
          }
      },
    )
  })

  let plain: Awaited<ReturnType<typeof appWith>>
  let compressed: typeof plain
  beforeAll(async () => {
    plain = await appWith([], publicUrl)
    compressed = await appWith(['br'], publicUrl)
  })

  test('the server sends no page to a client that excludes HTML (E5.10)', async () => {
    for (const screen of screens)
      for (const accept of withoutHtml) {
        const { statusCode, headers } = await plain.inject({ url: kept + screen, headers: headersOf(accept) })
        expect([statusCode, headers['content-type']], `${screen} ${accept}`).toEqual([
          404,
          expect.stringMatching(/^application\/problem\+json/u),
        ])
      }
  })

  test.each(
    [
      '/api',
      '/api/',
      '/api/nothing',
      '/api/nothing.js',
      '/assets/gone.js',
      '/nothing.js',
      '/favicon.ico',
      '/.env',
      '/.git/config',
      '/.well-known/security.txt',
      '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200/',
    ].map((path, at) => [path, at] as const),
  )('the server answers 404 at %s for every Accept header', async (path, at) => {
    for (const method of ['GET', 'HEAD'] as const)
      for (const start of [at, at + encodings.length])
        for (const [accept, encoding] of headersFrom(start, [...withHtml, ...withoutHtml])) {
          const headers = headersOf(accept, encoding)
          const { statusCode } = await compressed.inject({ method, url: kept + path, headers })
          expect(statusCode, `${method} ${accept} ${encoding}`).toBe(404)
        }
    const { headers } = await compressed.inject({ url: kept + path, headers: { accept: '*/*' } })
    expect(headers['content-type']).toMatch(/^application\/problem\+json/u)
  })

  test('the server redirects a password manager to the screen that changes the password', async () => {
    for (const method of ['GET', 'HEAD'] as const) {
      const { statusCode, headers } = await plain.inject({ method, url: `${kept}/.well-known/change-password` })
      const settings = `${new URL(publicUrl).pathname.replace(/\/$/u, '')}/settings?tab=user-info`
      expect([statusCode, headers['location']]).toEqual([302, settings])
    }
  })

  test('the path of a screen refuses other methods than GET and HEAD', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'] as const)
      expect((await plain.inject({ method, url: `${kept}/login`, headers: { accept: '*/*' } })).statusCode).toBe(404)
  })
})

test('this test knows the paths of all screens', () => expect(paths.length).toBeGreaterThan(15))

test.each(withHtml)('a client with this Accept header accepts HTML: %s', (accept) =>
  expect(acceptsHtml(accept)).toBe(true),
)
test.each(withoutHtml)('a client with this Accept header does not accept HTML: %s', (accept) =>
  expect(acceptsHtml(accept)).toBe(false),
)
