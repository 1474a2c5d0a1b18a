import { expect, test } from 'vitest'
import { team } from '#server/testing/team.ts'

test('an imported report’s time is unknown, even after it is deleted and restored (E4.19)', async () => {
  const { app, member } = await team({ now: new Date('2026-11-20T03:00:00Z') })
  const { delete: remove, get, post, put, tokens } = await member()
  const bearer = { authorization: `Bearer ${tokens.access_token}` }
  const words = { yesterday_work: '設計', today_plan: '実装', issues: '' }
  await post('/daily-reports', { report_date: '2026-11-20', ...words })
  const file = 'date,today\n2026-11-19,warm up\n2026-11-20,warm up'
  const { body } = await post('/import?existing=replace', file, { ...bearer, 'content-type': 'text/csv' })
  expect(body).toMatchObject({ new: 1, changed: 1 })

  const of = async (day: string) => (await get(`/daily-reports?report_date=${day}`)).body.reports[0]
  const imported = await of('2026-11-19')
  expect([imported.is_imported, (await of('2026-11-20')).is_imported]).toEqual([true, false])
  await put(`/daily-reports/${imported.id}`, { report_date: '2026-11-19', ...words })
  await remove(`/daily-reports/${imported.id}`)
  await post(`/daily-reports/${imported.id}/restore`, {})
  expect(await of('2026-11-19')).toMatchObject({ is_imported: true, status: 'edited' })

  expect((await get('/activity')).body.entries.map((one: { is_imported: boolean }) => one.is_imported)).toEqual(
    expect.arrayContaining([true, false]),
  )
  const exported = await app.inject({ url: '/api/export?format=json', headers: bearer })
  expect(exported.json().entries.map((entry: { created_at: string | null }) => entry.created_at)).toEqual([
    null,
    expect.any(String),
  ])
})
