import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { withEveryTeamTransaction } from '#server/db/database.ts'
import { pressedTeam } from '#server/features/slack-app/interactions/testing/pressing.ts'
import { openSlack } from '#server/features/chat/slack/testing/slack-team.ts'
import * as standIn from '#server/testing/stand-ins.ts'
import { eventsOf } from '#server/testing/events.ts'
import { startSlackSocket } from './slack-socket.ts'

const slack = await openSlack()
const sockets = await standIn.slackSockets(slack)
beforeEach(() => sockets.open())
afterEach(() => expect(slack.refusals).toEqual([]))

const words = { yesterday_work: 'レビュー', today_plan: '設計', issues: null }

/** Starts servers that listen to Slack by Socket Mode. @param servers how many servers compete for the connection */
async function listening({ servers = 1, ...options }: { servers?: number; logLevel?: 'warn' } = {}) {
  const here = await pressedTeam(slack, options)
  const log = { error: vi.fn<(...said: unknown[]) => void>(), warn: vi.fn<(...said: unknown[]) => void>() }
  const started = Array.from({ length: servers }, () => startSlackSocket(here.app.services, log))
  const stop = () => Promise.all(started.map((server) => server.stop()))
  onTestFinished(async () => {
    await stop()
    await expect.poll(sockets.listening).toBe(0)
  })
  return { ...here, log, started, stop, connected: () => expect.poll(sockets.listening).toBe(1) }
}

describe('Slack Socket Mode (N9.02)', () => {
  test('in Slack’s Socket Mode, a member submits a report without a public server address', async () => {
    const { connected, commanded, submitted, shown, reports } = await listening()
    await connected()
    const { authorization } = slack.calls.find(({ method }) => method === 'apps.connections.open')!
    expect(authorization).toBe('Bearer xapp-1-of-the-stand-in')
    expect(await sockets.ask('slash_commands', await commanded())).not.toHaveProperty('payload')
    expect(shown()).toMatchObject({ type: 'modal' })
    const empty = await sockets.ask('interactive', submitted({ ...words, today_plan: '' }))
    expect(empty.payload).toMatchObject({ response_action: 'errors', errors: { today_plan: '入力してください' } })
    expect(await sockets.ask('interactive', submitted(words))).not.toHaveProperty('payload')
    expect(await reports()).toMatchObject([{ yesterday_work: 'レビュー' }])
  })

  test('repeated, late or reordered Slack messages create one report', async () => {
    const { connected, submitted, reports } = await listening()
    await connected()
    const payload = submitted(words)
    const ids = Array.from({ length: 200 }, (_, at) => `envelope ${(at * 7) % 100}`)
    for (const [at, envelope_id] of ids.entries()) {
      sockets.push({ envelope_id, type: 'interactive', payload, retry_attempt: at })
      if (at % 50 === 49) await sockets.ask('interactive', payload)
    }
    await sockets.ask('interactive', payload)
    expect(await reports()).toMatchObject([{ status: 'submitted' }])
  })

  test('the Slack socket reconnects if Slack requests a reconnection or the connection is lost', async () => {
    const { connected, commanded } = await listening()
    for (const end of [sockets.disconnect, sockets.cut]) {
      await connected()
      const before = sockets.opened()
      end()
      await expect.poll(sockets.opened).toBe(before + 1)
      await connected()
      await sockets.ask('slash_commands', await commanded())
    }
    expect(slack.sent('views.open')).toHaveLength(2)
  })

  test('one of several servers listens to Slack, and another continues after the first stops', async () => {
    const { started, connected } = await listening({ servers: 3 })
    await connected()
    const before = sockets.opened()
    await started[0]!.stop()
    await started[1]!.stop()
    await expect.poll(sockets.listening, { timeout: 10_000 }).toBe(1)
    expect(sockets.opened()).toBeLessThanOrEqual(before + 2)
  })

  test('a token that Slack rejects is logged and tried again', async () => {
    slack.setFault('apps.connections.open', { body: { ok: false, error: 'invalid_auth' } })
    const { app, connected } = await listening({ logLevel: 'warn' })
    const events = eventsOf(app)
    const failed = () =>
      events().some(({ event, cause }) => event === 'slack_socket_failed' && cause === 'invalid_auth')
    await expect.poll(failed).toBe(true)
    sockets.open()
    await connected()
  })

  test('a Slack message that failed is not acknowledged, so that Slack sends the message again', async () => {
    const { connected, commanded, log, database } = await listening()
    await connected()
    const payload = await commanded()
    const rename = (name: string, to: string) =>
      withEveryTeamTransaction(database, (db) =>
        sql`alter table ${sql.table(name)} rename to ${sql.table(to)}`.execute(db),
      )
    await rename('connections', 'unavailable')
    onTestFinished(() => rename('unavailable', 'connections').then(() => undefined))
    sockets.push({ envelope_id: 'bad', type: 'slash_commands', payload })
    await expect.poll(() => log.error).toHaveBeenCalled()
    expect(sockets.answers.has('bad')).toBe(false)
  })
})
