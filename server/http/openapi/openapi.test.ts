import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { webhookProviders } from '#contract/providers.ts'
import { readProviders } from '#server/config/providers.ts'
import { readerOf } from '#server/config/environment.ts'
import { startApp } from '#server/testing/team.ts'

type Shape = { $ref?: string; type?: string }
type Operation = {
  operationId?: string
  summary?: string
  security?: unknown[]
  parameters?: { name: string; in: string; schema: { maximum?: number } }[]
  requestBody?: {
    required: boolean
    content: Record<string, { schema: { $ref: string } }>
  }
  responses: Record<string, { description?: string; $ref?: string; content?: Record<string, unknown> }>
}
type Document = {
  openapi: string
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: Record<string, Record<string, unknown>>
}

/** Providers that are configured, but cannot be reached. */
const providers = readProviders(
  readerOf({
    GOOGLE_CLIENT_ID: 'asakai',
    GOOGLE_CLIENT_SECRET: 'secret',
    GOOGLE_ISSUER: 'http://127.0.0.1:1',
    OIDC_CLIENT_ID: 'asakai',
    OIDC_CLIENT_SECRET: 'secret',
    OIDC_ISSUER: 'http://127.0.0.1:1',
    GITHUB_CLIENT_ID: 'asakai',
    GITHUB_CLIENT_SECRET: 'secret',
  }),
)

async function description() {
  const { visitor, app } = await startApp({ providers })
  const { status, body } = await visitor().get('/openapi.json')
  expect(status).toBe(200)
  return { document: body as Document, app, visitor }
}

test('the API description is the same in the documentation and compressed', async () => {
  const { app, visitor } = await description()
  const plain = await visitor().get('/docs/json')
  expect(plain.body).toEqual((await visitor().get('/openapi.json')).body)
  const compressed = await app.inject({ url: '/api/openapi.json', headers: { 'accept-encoding': 'gzip, br' } })
  expect(compressed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
  expect(JSON.parse(gunzipSync(compressed.rawPayload).toString())).toEqual(plain.body)
  const known = { 'if-none-match': String(compressed.headers.etag) }
  expect(await visitor().get('/openapi.json', known)).toMatchObject({ status: 304, body: '' })
})

test('the API description contains every call of the API and no other', async () => {
  const { document } = await description()
  const described = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(described.sort()).toEqual(
    [
      'DELETE /absences/{id}',
      'DELETE /provisioning/token',
      'GET /provisioning/token',
      'POST /provisioning/token',
      'GET /scim/v2/ResourceTypes',
      'GET /scim/v2/ResourceTypes/{id}',
      'GET /scim/v2/Schemas',
      'GET /scim/v2/Schemas/{id}',
      'GET /scim/v2/ServiceProviderConfig',
      'GET /scim/v2/Users',
      'GET /scim/v2/Users/{id}',
      'POST /scim/v2/Users',
      'POST /scim/v2/Users/.search',
      'PUT /scim/v2/Users/{id}',
      'PATCH /scim/v2/Users/{id}',
      'DELETE /scim/v2/Users/{id}',
      'DELETE /holidays/{date}',
      'GET /absences',
      'GET /due-reports',
      'GET /calendar',
      'GET /calendar/{file}',
      'POST /calendar',
      'GET /holidays',
      'GET /holidays/countries',
      'DELETE /holidays/subscription',
      'GET /holidays/subscription',
      'PUT /holidays/subscription',
      'POST /holidays/import',
      'GET /search',
      'PATCH /users/{id}/schedule',
      'PUT /absences/{id}',
      'PUT /slack/channel',
      'PUT /holidays/{date}',
      'DELETE /connections/{provider}',
      'DELETE /daily-reports/{id}',
      'DELETE /comments/{id}',
      'DELETE /daily-reports/{id}/read',
      'DELETE /daily-reports/{id}/reactions/{reaction}',
      'GET /daily-reports/{id}/comments',
      'GET /daily-reports/{id}/reactions',
      'GET /insights/{id}/comments',
      'GET /mentions',
      'POST /daily-reports/{id}/comments',
      'POST /daily-reports/{id}/restore',
      'POST /insights/{id}/comments',
      'POST /mentions/read',
      'POST /mentions/unread',
      'PUT /comments/{id}',
      'PUT /daily-reports/{id}/reactions/{reaction}',
      'PUT /mentions/{id}/read',
      'DELETE /insights/{id}',
      'DELETE /insights/{id}/like',
      'DELETE /invitations/{id}',
      'DELETE /sessions',
      'DELETE /users/me',
      'DELETE /users/{id}/sessions',
      'DELETE /sessions/{id}',
      'DELETE /tokens/{id}',
      'DELETE /daily-reports/draft',
      'POST /mcp',
      'GET /tokens',
      'DELETE /consents/{request}',
      'DELETE /grants/{id}',
      'GET /consents/{request}',
      'GET /grants',
      'POST /consents/{request}',
      'GET /webhooks',
      'POST /webhooks',
      'PATCH /webhooks/{id}',
      'DELETE /webhooks/{id}',
      'POST /webhooks/{id}/test',
      'POST /week-mail/{token}',
      'GET /webhooks/{id}/deliveries',
      'GET /week',
      'GET /months',
      'GET /months/{month}',
      'GET /months/{month}/members',
      'PATCH /months/{month}',
      'PATCH /insights/{id}/try',
      'GET /passkeys',
      'POST /passkeys',
      'POST /passkeys/options',
      'PATCH /passkeys/{id}',
      'DELETE /passkeys/{id}',
      'POST /auth/passkey',
      'POST /auth/passkey/options',
      'POST /tokens',
      'GET /activity',
      'GET /auth/github/login-url',
      'GET /auth/google/login-url',
      'GET /auth/oidc/login-url',
      'GET /backlogs',
      'GET /blockers',
      'PATCH /blockers/{id}',
      'GET /backlogs/imports',
      'GET /backlogs/imports/{id}',
      'GET /backlogs/syncs',
      'GET /connections',
      'GET /daily-reports',
      'GET /daily-reports/days',
      'GET /daily-reports/draft',
      'GET /daily-reports/my/latest',
      'GET /dashboard',
      'GET /dashboard/stats',
      'GET /deployment',
      'GET /deployment/state',
      'GET /events',
      'GET /frequent_tasks',
      'GET /healthz',
      'GET /insights',
      'GET /invitations',
      'GET /invitations/info',
      'GET /invitations/verify/{token}',
      'GET /metrics',
      'GET /monthly-reports/achievement/my',
      'GET /notifications/deliveries',
      'GET /notifications/push',
      'PUT /notifications/push',
      'DELETE /notifications/push',
      'GET /team/backup',
      'PATCH /team',
      'PATCH /teams/me',
      'POST /notifications/deliveries/{id}/retry',
      'GET /readyz',
      'GET /sessions',
      'GET /slack/app',
      'GET /slack/channel',
      'GET /slack/channels',
      'GET /slack/users',
      'GET /users',
      'GET /users/me',
      'GET /users/me/export',
      'GET /export',
      'POST /import',
      'GET /import',
      'GET /import/{id}',
      'DELETE /import/{id}',
      'GET /users/{id}',
      'GET /users/{id}/setups',
      'POST /users/{id}/password-link',
      'PATCH /users/me/password',
      'PATCH /users/{id}',
      'PATCH /users/me/profile',
      'PATCH /users/me/settings',
      'POST /auth/email-proof',
      'POST /auth/email-proof/check',
      'POST /auth/email-proof/disown',
      'POST /auth/github/login',
      'POST /auth/github/refusal',
      'POST /auth/google/login',
      'POST /auth/oidc/backchannel-logout',
      'POST /auth/oidc/login',
      'POST /auth/google/onboarding-check',
      'POST /auth/google/refusal',
      'POST /auth/oidc/refusal',
      'POST /auth/login',
      'POST /auth/logout',
      'POST /auth/not-me',
      'POST /auth/not-me/check',
      'POST /auth/password-reset',
      'POST /auth/password-reset/check',
      'POST /auth/reauthenticate',
      'POST /auth/refresh',
      'POST /backlogs/{source}/issues/import',
      'POST /connections/{provider}/ticket',
      'POST /connections/backlog',
      ...webhookProviders.map((provider) => `POST /connections/${provider}`),
      'POST /connections/jira',
      'POST /daily-reports',
      'POST /daily-reports/read',
      'POST /frequent_tasks',
      'POST /insights',
      'POST /insights/{id}/like',
      'POST /invitations',
      'POST /invitations/accept',
      'POST /invitations/{id}/resend',
      'POST /onboarding',
      'POST /slack/assign',
      'POST /slack/links',
      'POST /users/google/onboarding',
      'PUT /auth/password-reset',
      'PUT /daily-reports/{id}',
      'PUT /daily-reports/{id}/read',
      'PUT /frequent_tasks',
      'PUT /insights/{id}',
      'PUT /users/me',
    ].sort(),
  )
})

test('every described call exists, and requires a token exactly if its description says so', async () => {
  const { document, visitor } = await description()
  for (const [path, operations] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(operations)) {
      const { status } = await visitor('127.0.0.1').call(method.toUpperCase(), path.replace('{id}', 'x'))
      expect([method, path, status === 401]).toEqual([method, path, operation.security!.length > 0])
      // An unknown calendar is always a 404, so that nobody can find out which calendars exist.
      if (path !== '/calendar/{file}') expect([method, path, status]).not.toEqual([method, path, 404])
    }
})

test('the API description has no broken reference, and describes failures and limits', async () => {
  const { document } = await description()
  expect(document).toMatchObject({ openapi: '3.1.0', servers: [{ url: '/api' }] })
  const text = JSON.stringify(document)
  for (const [, reference] of text.matchAll(/"\$ref":"#\/([^"]+)"/gu)) {
    const found = reference!.split('/').reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], document)
    expect([reference, typeof found]).toEqual([reference, 'object'])
  }
  for (const operations of Object.values(document.paths))
    for (const operation of Object.values(operations)) {
      expect(operation.summary).toMatch(/\S/u)
      // Generators treat `default` as a successful response.
      expect(operation.responses['default']).toBeUndefined()
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['400', '500', '503']))
      expect(Object.keys(operation.responses).some((status) => /^20[014]$/u.test(status))).toBe(true)
      for (const { description: words, $ref } of Object.values(operation.responses))
        expect(words ?? $ref).toMatch(/\S/u)
    }
  const { get, post } = document.paths['/daily-reports']!
  expect(get!.parameters!.find((parameter) => parameter.name === 'limit')!.schema.maximum).toBe(100)
  const draft = post!.requestBody!.content['application/json']!.schema
  expect(draft.$ref).toBe('#/components/schemas/ReportSubmission')
  expect(document.components['schemas']!['ReportSubmission']).toMatchObject({
    properties: { issues: { maxLength: 10_000 } },
  })
  expect(Object.keys(document.paths['/auth/login']!['post']!.requestBody!.content)).toEqual([
    'application/json',
    'application/x-www-form-urlencoded',
  ])
})

test('the API description lists every required field among the properties', async () => {
  const { document } = await description()
  const bare: unknown[] = []
  JSON.stringify(document, (_key, value: unknown) => {
    const { required, properties = {} } = (value ?? {}) as { required?: unknown; properties?: object }
    if (Array.isArray(required)) bare.push(...required.filter((name: string) => !(name in properties)))
    return value
  })
  expect(bare).toEqual([])
})

test('each call and each schema of the API description has a unique name', async () => {
  const { document } = await description()
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
  const names = operations.map(({ operationId }) => operationId)
  expect(names).toContain('putDailyReportsById')
  expect(new Set(names).size).toBe(operations.length)
  const unnamed = operations.flatMap(({ operationId, requestBody, responses }) =>
    [requestBody, responses['200'], responses['201']]
      .flatMap((part) => Object.values((part?.content ?? {}) as Record<string, { schema?: Shape }>))
      .flatMap(({ schema }) => (schema?.type === 'object' ? [operationId] : [])),
  )
  expect(unnamed).toEqual([])
  expect(Object.keys(document.components['schemas']!)).toEqual(expect.arrayContaining(['Report', 'ReportDay', 'User']))
})

test('the API description makes a body optional if all its fields are optional', async () => {
  const { document } = await description()
  const optional = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { requestBody }]) => requestBody?.required === false)
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  )
  expect(optional.sort().join(' ')).toBe(
    'PATCH /blockers/{id} PATCH /insights/{id}/try PATCH /team PATCH /teams/me PATCH /users/me/settings PATCH /users/{id} ' +
      'PATCH /users/{id}/schedule PATCH /webhooks/{id} POST /mentions/read POST /scim/v2/Users ' +
      'POST /scim/v2/Users/.search PUT /scim/v2/Users/{id} PUT /slack/channel',
  )
})

test('the API documentation has the same strict Content-Security-Policy as other pages', async () => {
  const { visitor } = await description()
  for (const path of ['/docs', '/docs/']) {
    const { status, headers, body } = await visitor().get(path)
    expect(status).toBe(200)
    expect(headers['content-type']).toMatch(/^text\/html/u)
    expect(headers['content-security-policy']).toContain("script-src 'self';")
    expect(headers).toHaveProperty('permissions-policy')
    expect(body).not.toMatch(/<script>|<style>| style=/u)
  }
})
