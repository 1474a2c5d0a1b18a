import { expect } from 'vitest'
import { webhookEvents } from '#contract/webhooks.ts'
import { readProviders } from '#server/config/providers.ts'
import { readerOf } from '#server/config/environment.ts'
import { runJobs } from '#server/testing/jobs.ts'
import { team } from '#server/testing/team.ts'
import { webhookReceiver } from '#server/testing/webhook-receiver.ts'

export const draft = (report_date: string, issues = '') => ({
  report_date,
  yesterday_work: '設計',
  today_plan: '実装',
  issues,
})

/**
 * Creates a team with an administrator, and a receiver for webhooks. `make` creates a webhook that calls the receiver.
 * Starts the clock at the current time, because the queue uses PostgreSQL's clock.
 */
export async function listening(options: Parameters<typeof team>[0] = {}) {
  const receiver = await webhookReceiver()
  const providers = readProviders(readerOf({ WEBHOOK_ORIGINS: receiver.url }))
  // The time has no milliseconds, because timestamps have whole seconds.
  const now = new Date(Math.ceil(Date.now() / 1_000) * 1_000)
  const here = await team({ providers, now, ...options })
  const admin = await here.member('佐伯')
  const make = async (events: readonly string[] = webhookEvents, path = '/hook') => {
    const { status, body } = await admin.post('/webhooks', { url: `${receiver.url}${path}`, events })
    expect(status).toBe(201)
    receiver.state.secret = body.secret
    return body as { id: string; secret: string }
  }
  const today = here.clock.now.toISOString().slice(0, 10)
  const run = () => runJobs(here.app)
  const deliveries = async (id: string) => (await admin.get(`/webhooks/${id}/deliveries`)).body.deliveries
  return { ...here, admin, receiver, make, run, deliveries, today }
}
