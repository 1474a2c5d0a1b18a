import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { eventsOf } from './testing/events.ts'
import { newAddress, startApp } from './testing/team.ts'
import { eventLevels } from './log-events.ts'

test('docs/logs.md lists every event with its level, and no other', () => {
  const page = readFileSync(new URL('../docs/logs.md', import.meta.url), 'utf8')
  const listed = [...page.matchAll(/^\| `([a-z_]+)` \| (info|warn|error) \|/gmu)].map(([, name, level]) => [
    name,
    level,
  ])
  expect(Object.fromEntries(listed)).toEqual(eventLevels)
})

test('an event says who asked, by address and request, and is written where only errors are', async () => {
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

test('nothing is written where the operator wants silence', async () => {
  const { app } = await startApp({ logLevel: 'silent' })
  const events = eventsOf(app)
  app.services.logEvent('export_taken')
  expect(events()).toEqual([])
})
