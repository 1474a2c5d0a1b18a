import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { makeDecisionsOld } from '#server/testing/old-decisions.ts'
import { type Member, team } from '#server/testing/team.ts'

const draft = { url: 'https://1.1.1.1/x', events: ['report.submitted'] }
const full = { status: 409, body: { code: 'too_many_webhooks' } }

async function twoAdministrators() {
  const here = await team()
  const [saeki, fujii] = [await here.member('佐伯'), await here.member('藤井')]
  await saeki.patch(`/users/${fujii.user.id}`, { is_admin: true })
  return { ...here, saeki, fujii }
}
const make = (by: Member) => by.post('/webhooks', draft)
const count = async (by: Member) => (await by.get('/webhooks')).body.webhooks.length

test('a team cannot have more webhooks than the limit, whoever creates them (E1.09)', async () => {
  const { saeki, fujii } = await twoAdministrators()
  for (let made = 0; made < limits.webhooks - 1; made += 1) expect((await make(saeki)).status).toBe(201)
  const answers = await Promise.all([make(saeki), make(fujii), make(saeki), make(fujii)])
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 409, 409, 409])
  expect(await make(fujii)).toMatchObject(full)
  expect(await count(saeki)).toBe(limits.webhooks)
  const [first] = (await saeki.get('/webhooks')).body.webhooks
  await saeki.delete(`/webhooks/${first.id}`)
  expect((await make(fujii)).status).toBe(201)
  // Another team has its own limit.
  expect((await make((await twoAdministrators()).saeki)).status).toBe(201)
})

test('a webhook names the members who created and last changed it', async () => {
  const { saeki, fujii } = await twoAdministrators()
  const { body } = await make(saeki)
  expect(body).toMatchObject({ created_by: '佐伯 直樹', changed_by: null })
  const changed = await fujii.patch(`/webhooks/${body.id}`, { events: ['member.joined'] })
  expect(changed.body).toMatchObject({ created_by: '佐伯 直樹', changed_by: '藤井 直樹' })
})

test('a webhook stops when the member who created it is erased (E1.09)', async () => {
  const here = await twoAdministrators()
  const { saeki, fujii } = here
  const { body } = await make(fujii)
  await makeDecisionsOld(here)
  const erased = await fujii.call('DELETE', '/users/me', { reports: 'erase', password: 'correct horse battery' })
  expect(erased.status).toBe(204)
  const [webhook] = (await saeki.get('/webhooks')).body.webhooks
  expect(webhook).toMatchObject({ id: body.id, state: 'stopped', created_by: null })
})

test('the number of test messages of a team is limited', async () => {
  const { app, teamId, saeki } = await twoAdministrators()
  const { body } = await make(saeki)
  for (let sent = 0; sent < 60; sent += 1) await app.services.attempts.testWebhook(teamId)
  const refused = await saeki.post(`/webhooks/${body.id}/test`)
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
})

test('a webhook’s address is stored normalized and cannot contain control characters', async () => {
  const { saeki } = await twoAdministrators()
  const made = async (url: string) => saeki.post('/webhooks', { ...draft, url })
  for (const [typed, url] of [
    ['  https://1.1.1.1/x \r\n', 'https://1.1.1.1/x'],
    ['HTTPS://1.1.1.1:443/a b', 'https://1.1.1.1/a%20b'],
    ['https://1.1.1.1', 'https://1.1.1.1/'],
  ])
    expect(await made(typed!)).toMatchObject({ status: 201, body: { url } })
  const [{ id }] = (await saeki.get('/webhooks')).body.webhooks
  for (const typed of ['https://1.1.1.1/x\r\nX-Secret: 1', 'https://1.1.1.1/\tx', 'https://1.1.1.1/\u0085x']) {
    const refused = { status: 400, body: { errors: [{ field: 'url', code: 'invalid_characters' }] } }
    expect(await made(typed)).toMatchObject(refused)
    expect(await saeki.patch(`/webhooks/${id}`, { url: typed })).toMatchObject(refused)
  }
})
