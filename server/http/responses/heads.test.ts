import { expect, test } from 'vitest'
import { team } from '#server/testing/team.ts'

test.each(['/export?format=xlsx', '/export?format=csv', '/export?format=json', '/users/me/export', '/events'])(
  'a HEAD request for %s gets the headers without the work of a GET',
  async (path) => {
    const { app, member } = await team()
    const me = await member()
    await me.post('/daily-reports', { report_date: '2026-10-23', yesterday_work: '', today_plan: '実装', issues: '' })
    const seen = await app.services.metrics.text()
    for (let count = 0; count < 25; count += 1) {
      const { status, body, headers } = await me.call('HEAD', path)
      expect([status, body]).toEqual([200, ''])
      expect(headers['content-type']).toMatch(/^(?:application|text)\//u)
    }
    const [before, after] = [seen, await app.services.metrics.text()].map((text) =>
      text.split('\n').filter((line) => /export_taken|asakai_open_streams/u.test(line)),
    )
    expect(after).toEqual(before)
  },
)
