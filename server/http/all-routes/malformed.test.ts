import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { Problem } from '#contract/problem.ts'
import { startApp, team } from '#server/testing/team.ts'
import { texts } from '#server/text/texts.ts'

const json = { 'content-type': 'application/json' }
const date = '2026-11-20'
const noon = new Date('2026-11-20T03:00:00Z')
const draft = { report_date: date, yesterday_work: '', today_plan: '', issues: '' }

describe('a request body', () => {
  test.each([
    ['no content', undefined, json, 400, 'invalid_input'],
    ['no content and no type', undefined, {}, 400, 'invalid_input'],
    ['no characters', '', json, 400, 'invalid_input'],
    ['text that is not JSON', 'first_name=a', json, 400, 'invalid_json'],
    ['a poisoned prototype', '{"__proto__":{"role":"admin"}}', json, 400, 'invalid_json'],
    ['a poisoned constructor', '{"constructor":{"prototype":{"role":"admin"}}}', json, 400, 'invalid_json'],
    ['broken UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), json, 400, 'invalid_json'],
    ['null', 'null', json, 400, 'invalid_input'],
    ['a list', '[]', json, 400, 'invalid_input'],
    ['100,000 opening brackets', '['.repeat(100_000), json, 400, 'invalid_json'],
    ['100,000 nested lists', '['.repeat(100_000) + ']'.repeat(100_000), json, 400, 'invalid_json'],
    ['101 nested lists', '['.repeat(101) + ']'.repeat(101), json, 400, 'invalid_json'],
    ['100 nested lists instead of an object', '['.repeat(100) + ']'.repeat(100), json, 400, 'invalid_input'],
    ['101 brackets in a text', `{"first_name":"\\"${'['.repeat(101)}"}`, json, 400, 'invalid_input'],
    ['more than 20,000 values', `{"a":[${'0,'.repeat(20_000)}0]}`, json, 413, 'too_large'],
    ['30,000 commas in a text', `{"first_name":"${','.repeat(30_000)}"}`, json, 400, 'invalid_input'],
    ['the type of XML', '<a/>', { 'content-type': 'application/xml' }, 415, 'not_json'],
    ['the type of a form', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' }, 415, 'not_json'],
    ['an invalid type', '{}', { 'content-type': 'x' }, 415, 'not_json'],
    ['600,000 characters', `{"first_name":"${'x'.repeat(600_000)}"}`, json, 413, 'too_large'],
  ])('a request whose body has %s is refused', async (_, payload, headers, status, code) => {
    const { visitor } = await startApp()
    const answer = await visitor().post('/onboarding', payload, headers)
    expect(answer).toMatchObject({ status, body: { code, status } })
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/u)
    expect(answer.body.message).toMatch(/[ぁ-ん]/u)
  })

  test('a deeply nested body with an Idempotency-Key is refused', async () => {
    const { post } = await (await team()).member()
    const message = `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}}`
    const headers = { ...json, accept: 'application/json, text/event-stream', 'idempotency-key': 'deep' }
    expect(await post('/mcp', message, headers)).toMatchObject({ status: 400, body: { code: 'invalid_json' } })
  })

  test.each([
    ['no body', undefined],
    ['null', 'null'],
  ])('a request with %s gets an error for each missing field', async (_, payload) => {
    const { member } = await team({ now: noon })
    const lacking = Object.keys(draft).map((field) => ({ field, code: 'required' }))
    const { body } = await (await member()).post('/daily-reports', payload, payload ? json : {})
    expect(body).toMatchObject({ code: 'invalid_input', errors: lacking })
  })

  test.each([
    ['no body', '', {}],
    ['an empty body', '', json],
    ['null', 'null', json],
    ['{}', '{}', json],
  ])('a request with %s changes nothing if every field is optional', async (_, payload, headers) => {
    const { member } = await team({ now: noon })
    const { get, patch, user } = await member()
    const before = (await get('/users/me')).body
    for (const path of ['/users/me/settings', '/teams/me', '/team', `/users/${user.id}`])
      expect([path, (await patch(path, payload, headers)).status]).toEqual([path, 200])
    expect((await get('/users/me')).body).toEqual(before)
  })

  test('a list as a body gets one error for the whole body', async () => {
    const { member } = await team({ now: noon })
    const { body } = await (await member()).post('/daily-reports', '[]', json)
    expect(body).toMatchObject({ code: 'invalid_input', errors: [{ field: 'body', code: 'invalid' }] })
  })

  test('a report with three longest texts of four-byte characters is accepted, escaped or not', async () => {
    const { member } = await team({ now: noon })
    const { post, put } = await member()
    const full = '𠮷'.repeat(10_000)
    const report = { report_date: date, yesterday_work: full, today_plan: full, issues: full }
    const filed = await post('/daily-reports', report)
    expect(filed).toMatchObject({ status: 201, body: report })
    const escaped = JSON.stringify(report).replaceAll('𠮷', String.raw`\ud842\udfb7`)
    expect((await put(`/daily-reports/${filed.body.id}`, escaped, json)).status).toBe(200)
  })
})

test.each(['POST', 'DELETE'] as const)('a %s request with a content type but no body is accepted', async (method) => {
  const member = await (await team()).member()
  const { id } = (await member.post('/insights', { type: 'keep', note: '朝会' })).body

  expect((await member.call(method, `/insights/${id}/like`, '', json)).status).toBe(200)
})

describe('a request path', () => {
  test.each([
    ['GET', '/nothing', 404, 'not_found'],
    ['GET', '/api/api/users/me', 404, 'not_found'],
    ['GET', '/users/%', 404, 'not_found'],
    ['GET', '/users/%E0%A4%A', 404, 'not_found'],
    ['POST', '/users/me', 405, 'method_not_allowed'],
    ['DELETE', '/auth/login', 405, 'method_not_allowed'],
    ['PATCH', '/daily-reports/0197a5c0-0000-7000-8000-000000000000', 405, 'method_not_allowed'],
  ] as const)('the request %s %s gets the status %i', async (method, path, status, code) => {
    const { visitor } = await startApp()
    const answer = await visitor().call(method, path)
    expect(answer).toMatchObject({ status, body: { code } })
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/u)
  })

  test('a 405 response names the allowed methods', async () => {
    const { visitor } = await startApp()
    expect((await visitor().delete('/auth/password-reset')).headers['allow']).toBe('POST, PUT')
  })

  test('a 405 response names the methods of every route that matches the path', async () => {
    const { visitor } = await startApp()
    const allowed = async (path: string) => (await visitor().call('PATCH', path)).headers['allow']
    expect(await allowed('/daily-reports/days')).toBe('DELETE, GET, HEAD, PUT')
    expect(await allowed('/daily-reports/days/?from=2026-11-02')).toBe('DELETE, GET, HEAD, PUT')
    expect(await allowed('/daily-reports/0197a5c0-0000-7000-8000-000000000000')).toBe('DELETE, PUT')
  })
})

test.each([
  ['limit', ''],
  ['limit', '0x10'],
  ['limit', '1e1'],
  ['limit', '%2010'],
  ['limit', '1&limit=2'],
  ['offset', ''],
  ['offset', '-0'],
  ['offset', '1.0'],
])('the query %s=%s is refused, because its value is not a number', async (field, value) => {
  const { member } = await team()
  const answer = await (await member()).get(`/users?${field}=${value}`)
  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', errors: [{ field, code: 'invalid' }] } })
})

test.each([
  ['that is too long', 'x'.repeat(10_000)],
  ['that cannot be decoded', '%E0%A4%A'],
])('an invitation’s token %s is reported as unknown', async (_, token) => {
  const { visitor } = await startApp()
  const answer = await visitor().get(`/invitations/verify/${token}`)
  expect(answer).toMatchObject({ status: 200, body: { valid: false, reason: 'unknown' } })
})

describe('a request that Node cannot parse', () => {
  test.each([
    ['garbage', 'garbage\r\n\r\n', 400, 'invalid_json'],
    ['headers that do not end', `GET / HTTP/1.1\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'too_large'],
  ] as const)('the server refuses %s and closes the connection', async (_, sent, status, code) => {
    const { app } = await startApp()
    await app.listen({ port: 0, host: '127.0.0.1' })
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1', () => socket.write(sent))

    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')

    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `, 'u'))
    expect(head).toContain('Content-Type: application/problem+json')
    expect(head).toContain(`Content-Length: ${Buffer.byteLength(body)}`)
    expect(Problem.parse(JSON.parse(body))).toMatchObject({ status, code, message: texts('ja')(`errors.${code}`) })
  })
})
