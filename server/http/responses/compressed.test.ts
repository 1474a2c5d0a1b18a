import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { team } from '#server/testing/team.ts'

const day = '2026-11-20'
const now = new Date(`${day}T03:00:00Z`)

/** Returns the raw response to a member with a report. */
async function asked(acceptEncoding: string | undefined, words = '設計を見直した。'.repeat(200)) {
  const asakai = await team({ now })
  const misaki = await asakai.member('佐伯')
  await misaki.post('/daily-reports', { report_date: day, yesterday_work: words, today_plan: '', issues: '' })
  const { headers, rawPayload } = await asakai.app.inject({
    url: `/api/daily-reports?report_date=${day}`,
    headers: {
      authorization: `Bearer ${misaki.tokens.access_token}`,
      ...(acceptEncoding !== undefined && { 'accept-encoding': acceptEncoding }),
    },
  })
  return { headers, rawPayload, words }
}

test.each([
  ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
  ['gzip, deflate', 'gzip', gunzipSync],
])('a long response is compressed for a client that accepts %s', async (acceptEncoding, coding, read) => {
  const { headers, rawPayload, words } = await asked(acceptEncoding)
  expect(headers).toMatchObject({ 'content-encoding': coding, 'content-length': String(rawPayload.length) })
  expect(headers['vary']).toMatch(/accept-encoding/u)
  expect(headers['etag']).toMatch(/^W\/"/u)
  expect(rawPayload.length).toBeLessThan(words.length)
  expect(JSON.parse(read(rawPayload).toString())).toMatchObject({ reports: [{ yesterday_work: words }] })
})

test.each([[undefined], ['identity'], ['gzip;q=0, br;q=0']])(
  'a long response is not compressed for Accept-Encoding: %s',
  async (acceptEncoding) => {
    const { headers, rawPayload, words } = await asked(acceptEncoding)
    expect(headers['content-encoding']).toBeUndefined()
    expect(headers['vary']).toMatch(/accept-encoding/u)
    expect(headers['etag']).toMatch(/^"/u)
    expect(JSON.parse(rawPayload.toString())).toMatchObject({ reports: [{ yesterday_work: words }] })
  },
)

test('a short response is not compressed', async () => {
  const { headers } = await asked('br', '設計')
  expect(headers['content-encoding']).toBeUndefined()
  expect(headers['vary']).toBeUndefined()
})
