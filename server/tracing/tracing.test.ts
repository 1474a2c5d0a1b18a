import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { runJobs } from '#server/testing/jobs.ts'
import { linesOf } from '#server/testing/events.ts'
import { openMailbox } from '#server/testing/mailbox.ts'
import { recorder } from '#server/testing/recorder.ts'
import { password, team } from '#server/testing/team.ts'
import {
  draft,
  friday,
  notifiedTeam,
  openDestinations,
} from '#server/features/notifications/outbox/testing/notified-team.ts'

const { slack } = await openDestinations()

type Value = { stringValue?: string; intValue?: number }
type Sent = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  status: { code: number }
  attributes: { key: string; value: Value }[]
}
type Export = { resourceSpans: { scopeSpans: { spans: Sent[] }[] }[] }
const kinds = { server: 2, client: 3, consumer: 5 }

const readable = ({ attributes, ...span }: Sent) => ({
  ...span,
  attributes: Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]),
  ),
})

/** Starts an OTLP receiver. Returns the settings for a server that exports traces to it. */
async function receiver() {
  const { url, heard, setAnswer } = await recorder()
  const tracing = { url: `${url}/v1/traces`, headers: {}, serviceName: 'asakai', share: 1, heedsParent: true }
  const spans = () =>
    heard
      .flatMap(({ body }) => (body as unknown as Export).resourceSpans)
      .flatMap(({ scopeSpans }) => scopeSpans)
      .flatMap((scope) => scope.spans)
      .map(readable)
  return { tracing, heard, spans, refuse: () => setAnswer({ status: 400, body: {} }) }
}

describe('tracing', () => {
  test('a trace contains a request, its SQL statements and the request id', async () => {
    const { tracing, spans, heard } = await receiver()
    const { app, member } = await team({ tracing })
    const misaki = await member('佐伯')
    const { headers } = await misaki.post('/daily-reports', draft('2026-10-22'))
    await app.close()

    const request = spans().find(({ name }) => name === 'POST /api/daily-reports')!
    expect(request).toMatchObject({
      kind: kinds.server,
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/api/daily-reports',
        'http.response.status_code': 201,
        'asakai.request_id': headers['x-request-id'],
      },
    })
    expect(request.parentSpanId).toBeUndefined()
    const statements = spans().filter(({ parentSpanId }) => parentSpanId === request.spanId)
    const names = statements.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['begin', 'select sessions', 'insert reports', 'commit']))
    for (const { traceId, kind, attributes } of statements) {
      expect({ traceId, kind }).toEqual({ traceId: request.traceId, kind: kinds.client })
      expect(attributes['db.system.name']).toBe('postgresql')
    }
    expect(JSON.stringify(heard)).toContain('{"key":"service.name","value":{"stringValue":"asakai"}}')
  })

  test('a trace contains no secrets and no text of members', async () => {
    const { tracing, heard } = await receiver()
    const { app, member, visitor } = await team({ tracing })
    const misaki = await member('佐伯')
    await misaki.post('/daily-reports', { ...draft('2026-10-22'), today_plan: 'secret-plan' })
    await misaki.get('/search?q=secret-query')
    await visitor().post('/auth/login', { username: misaki.user.email, password })
    await visitor().post('/auth/refresh', { refresh_token: misaki.tokens.refresh_token })
    await visitor().get('/invitations/verify/secret-token')
    await app.close()
    const sent = JSON.stringify(heard)
    expect(sent).toContain('/api/invitations/verify/')
    const { user, tokens } = misaki
    for (const secret of ['secret-', password, user.email, user.id, '佐伯', tokens.access_token, tokens.refresh_token])
      expect(sent).not.toContain(secret)
  })

  test('a job continues the trace of its request, but sends no trace id to other services', async () => {
    const { tracing, spans } = await receiver()
    const here = await notifiedTeam({ slack, tracing, now: friday })
    const misaki = await here.member('佐伯')
    await here.toSlack(misaki, 'misaki')
    slack.calls.length = 0
    await misaki.post('/daily-reports', draft())
    expect(await runJobs(here.app)).toEqual([])
    await here.app.close()

    const request = spans().find(({ name }) => name === 'POST /api/daily-reports')!
    const job = spans().find(({ name }) => name === 'job deliver')!
    expect(job).toMatchObject({ traceId: request.traceId, parentSpanId: request.spanId, kind: kinds.consumer })
    const { hostname } = new URL(slack.apiUrl)
    const call = spans().find(({ name, parentSpanId }) => name === `POST ${hostname}` && parentSpanId === job.spanId)!
    expect(call.attributes).toEqual({
      'http.request.method': 'POST',
      'server.address': hostname,
      'http.response.status_code': 200,
    })
    expect(slack.calls.length).toBeGreaterThan(0)
    expect(JSON.stringify(slack.calls)).not.toContain(request.traceId)
  })

  test.each([true, false])(
    'a trace of an email names only the mail server (email accepted: %s)',
    async (isAccepted) => {
      const { tracing, heard, spans } = await receiver()
      const mailbox = await openMailbox()
      const url = isAccepted ? mailbox.url : 'smtp://127.0.0.1:1'
      const mail = { url, from: 'asakai@example.com' }
      const { app, member, visitor } = await team({ tracing, mail, logLevel: 'warn' })
      const lines = linesOf(app)
      const { user } = await member('佐伯')
      await visitor().post('/auth/password-reset', { email: user.email })
      if (isAccepted) await mailbox.next()
      else await expect.poll(() => lines.join('')).toContain('mail_failed')
      await app.close()
      const request = spans().find(({ name }) => name === 'POST /api/auth/password-reset')!
      const [span, ...more] = spans().filter(({ name }) => name.startsWith('SMTP '))
      expect(more).toEqual([])
      expect(span).toMatchObject({ name: 'SMTP 127.0.0.1', parentSpanId: request.spanId, kind: kinds.client })
      expect(span!.attributes).toEqual({
        'server.address': '127.0.0.1',
        ...(!isAccepted && { 'error.type': 'ESOCKET' }),
      })
      expect(JSON.stringify(heard)).not.toContain(user.email)
    },
  )

  test('a failed request is marked in its trace, and its log line has the trace id', async () => {
    const { tracing, spans } = await receiver()
    const { app, visitor } = await team({ tracing, logLevel: 'warn' })
    app.post('/api/broken', () => {
      throw new Error('the cause')
    })
    const lines = linesOf(app)
    await visitor().post('/broken', { some: 'body' })
    await app.close()
    const [request] = spans()
    expect(request).toMatchObject({ name: 'POST /api/broken', status: { code: 2 } })
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ msg: 'internal', trace_id: request!.traceId }])
  })

  test('the server continues the trace of a trusted proxy only', async () => {
    const { tracing, spans } = await receiver()
    const { app, visitor } = await team({ tracing, trustProxy: '10.0.0.1' })
    const given = { trace: '0af7651916cd43dd8448eb211c80319c', span: 'b7ad6b7169203331' }
    const ask = (address: string, flags: string) =>
      visitor(address).get('/deployment', { traceparent: `00-${given.trace}-${given.span}-${flags}` })
    await ask('10.0.0.1', '01')
    await ask('10.0.0.2', '01')
    await ask('10.0.0.1', '00') // not sampled
    await app.close()
    const asked = spans().filter(({ name }) => name === 'GET /api/deployment')
    expect(asked.map(({ traceId, parentSpanId }) => [traceId === given.trace, parentSpanId])).toEqual([
      [true, given.span],
      [false, undefined],
    ])
  })

  test('health checks, metrics and unknown paths are not traced', async () => {
    const { tracing, heard } = await receiver()
    const { app, visitor } = await team({ tracing })
    for (const path of ['/healthz', '/readyz', '/metrics', '/nowhere']) await visitor().get(path)
    await app.close()
    expect(heard).toEqual([])
  })

  test('the log says once that the receiver rejects traces', async () => {
    const { tracing, refuse } = await receiver()
    refuse()
    const { app, visitor } = await team({ tracing, logLevel: 'warn' })
    const lines = linesOf(app)
    expect((await visitor().get('/deployment')).status).toBe(200)
    await app.close()
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['traces cannot be sent'])
  })
})

/**
 * Returns the OpenTelemetry modules that a server with these settings loads. Leaves out the stubs of the API, which
 * prom-client loads.
 */
function loadedWith(environment: Record<string, string>): string[] {
  const script = `
    import { registerHooks } from 'node:module'
    const loaded = []
    registerHooks({ load: (url, context, next) => (/@opentelemetry.(?!api.)/u.test(url) && loaded.push(url), next(url, context)) })
    const { buildApp } = await import('#server/app.ts')
    const { readConfig } = await import('#server/config/config.ts')
    const { openDatabase } = await import('#server/db/database.ts')
    await import('#server/jobs/runner.ts')
    const database = openDatabase({ host: '127.0.0.1', port: 1 }, () => {})
    await buildApp({ config: readConfig(process.env), database, now: () => new Date() })
    console.log(JSON.stringify(loaded))
    process.exit()`
  const settings = { SECRET_KEY: 'k'.repeat(64), DATABASE_URL: 'postgres://localhost:1/none', ...environment }
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], { env: settings })
  expect(stderr.toString()).toBe('')
  return JSON.parse(stdout.toString()) as string[]
}

test('no OpenTelemetry module is loaded without tracing', { timeout: 120_000 }, () => {
  expect(loadedWith({})).toEqual([])
  expect(loadedWith({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' }).length).toBeGreaterThan(10)
})
