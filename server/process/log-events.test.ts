import { readFileSync } from 'node:fs'
import { afterEach, expect, test, vi } from 'vitest'
import { eventsOf } from '#server/testing/events.ts'
import { newAddress, startApp, startOwnApp } from '#server/testing/team.ts'
import { eventLevels } from './log-events.ts'

test('docs/logs.md has every log event with its level', () => {
  const page = readFileSync(new URL('../../docs/logs.md', import.meta.url), 'utf8')
  const listed = [...page.matchAll(/^\| `([a-z_]+)` \| (info|warn|error) \|/gmu)].map(([, name, level]) => [
    name,
    level,
  ])
  expect(Object.fromEntries(listed)).toEqual(eventLevels)
})

test("an event is logged with the caller's address and request id, even at LOG_LEVEL=error", async () => {
  const { app, visitor } = await startApp({ logLevel: 'error' })
  const events = eventsOf(app)
  app.post('/api/told', async () => {
    await new Promise(setImmediate)
    app.services.logEvent('export_taken', { teamId: 'team', userId: 'member' }, { id: 'one' })
    return {}
  })
  const address = newAddress()
  const { headers } = await visitor(address).post('/told', { some: 'body' })
  expect(events()).toEqual([
    {
      level: 30,
      event: 'export_taken',
      team: 'team',
      member: 'member',
      id: 'one',
      ip: address,
      reqId: headers['x-request-id'],
    },
  ])
  expect(await app.services.metrics.text()).toContain('asakai_events_total{event="export_taken"} 1')
})

const floods = [
  ['slack_request_refused', undefined],
  ['locked_out', { limit: 'login-account' }],
  ['limit_refused', { limit: 'sign-up-address' }],
] as const

afterEach(() => void vi.useRealTimers())

test.each(floods)(
  'an event that strangers can cause is logged once a minute with a count: %s',
  async (name, details) => {
    const { app } = await startOwnApp({ logLevel: 'error' })
    const events = eventsOf(app)
    const { logEvent, metrics } = app.services
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    for (let n = 0; n < 500; n++) logEvent(name, undefined, details)
    expect(events()).toMatchObject([{ event: name }])
    vi.advanceTimersByTime(60_000)
    expect(events()).toMatchObject([{ event: name }, { event: name, count: 499 }])
    vi.advanceTimersByTime(60_000)
    logEvent(name, undefined, details)
    expect(events()).toHaveLength(3)
    expect(events()[2]).not.toHaveProperty('count')
    expect(await metrics.text()).toContain(`asakai_events_total{event="${name}"} 501`)
  },
)

test('the number of log lines in a minute is limited, even for very many different events', async () => {
  const { app } = await startOwnApp({ logLevel: 'error' })
  const events = eventsOf(app)
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  for (let n = 0; n < 3_000; n++) app.services.logEvent('limit_refused', undefined, { limit: `limit-${n}` })
  expect(events()).toHaveLength(1_001)
  vi.advanceTimersByTime(60_000)
  expect(events()).toHaveLength(1_002)
  expect(events()[1_001]).toMatchObject({ count: 1_999 })
})

test('no event is logged at LOG_LEVEL=silent', async () => {
  const { app } = await startApp({ logLevel: 'silent' })
  const events = eventsOf(app)
  app.services.logEvent('export_taken')
  expect(events()).toEqual([])
})
