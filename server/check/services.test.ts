import { expect, test } from 'vitest'
import { openMailbox } from '#server/testing/mailbox.ts'
import { afterwards } from '#server/testing/afterwards.ts'
import { listen } from '#server/testing/listen.ts'
import { readerOf } from '#server/config/environment.ts'
import { readProviders } from '#server/config/providers.ts'
import { linesOf } from './check.fixture.ts'
import { clockCheck, clockFinding } from './clock.ts'
import { companyRulesFindings } from './company-rules.ts'
import { mailCheck } from './mail.ts'
import { providersCheck } from './providers.ts'
import { tracesCheck } from './traces.ts'

/** Starts a service that answers the given paths, and all others with 404. */
async function answering(answers: Record<string, unknown>, headers: Record<string, string> = {}) {
  const asked: (string | undefined)[] = []
  const { url, close } = await listen(({ url: path = '', headers: sent }, response) => {
    asked.push(sent.authorization, sent.cookie)
    const answer = answers[path]
    response.writeHead(answer ? 200 : 404, headers).end(JSON.stringify(answer ?? {}))
  })
  afterwards(close)
  return { url, asked }
}
const discovery = { '/.well-known/openid-configuration': { authorization_endpoint: 'https://x.example' } }
const google = (GOOGLE_ISSUER: string) => ({
  GOOGLE_CLIENT_ID: 'id',
  GOOGLE_CLIENT_SECRET: 'a secret of ours',
  GOOGLE_ISSUER,
})

test('`asakai check` connects to the mail server, and sends an email if a recipient is given', async () => {
  const mailbox = await openMailbox()
  expect(await linesOf(mailCheck, {})).toEqual([expect.stringMatching(/^off: .*SMTP_URL/u)])
  expect(await linesOf(mailCheck, { SMTP_URL: mailbox.url })).toEqual([expect.stringMatching(/^ok: /u)])
  expect(mailbox.mails).toEqual([])
  expect(await linesOf(mailCheck, { SMTP_URL: mailbox.url }, { mailTo: 'ops@example.com' })).toEqual([
    'ok: The server of SMTP_URL accepted an email to ops@example.com. Check whether it arrives.',
  ])
  expect(mailbox.mails).toMatchObject([{ to: 'ops@example.com' }])
})

test('`asakai check` gives the next step if the mail server is down or rejects the sign-in', async () => {
  const { url } = await openMailbox()
  const [away, refused] = [
    await linesOf(mailCheck, { SMTP_URL: 'smtp://127.0.0.1:1' }),
    await linesOf(mailCheck, { SMTP_URL: url.replace('//', '//user:hidden@') }),
  ]
  expect(away).toEqual([expect.stringMatching(/^wrong: No email can be sent \(ESOCKET\): check host and port/u)])
  expect(refused).toEqual([expect.stringMatching(/^wrong: No email can be sent \(\w+\): check user and password/u)])
  expect(refused[0]).not.toContain('hidden')
})

test('`asakai check` fetches each provider’s discovery document without a secret', async () => {
  const issuer = await answering(discovery)
  const slack = await answering({ '/api/api.test': { ok: true } })
  const github = await answering({ '/meta': { domains: {} } })
  const lines = await linesOf(providersCheck, {
    ...google(issuer.url),
    SLACK_CLIENT_ID: 'id',
    SLACK_CLIENT_SECRET: 'secret',
    SLACK_API_URL: `${slack.url}/api`,
    GITHUB_CLIENT_ID: 'id',
    GITHUB_CLIENT_SECRET: 'secret',
    GITHUB_API_URL: github.url,
  })
  expect(lines).toEqual([
    `ok: Google answers at ${issuer.url}.`,
    `ok: GitHub answers at ${github.url}.`,
    `ok: Slack answers at ${slack.url}.`,
    'off: OpenID Connect is not set up.',
    'off: Microsoft is not set up.',
    'off: Apple is not set up.',
  ])
  expect([issuer, slack, github].flatMap(({ asked }) => asked.filter(Boolean))).toEqual([])
})

test('`asakai check` names the variable of a provider that is down or has no discovery document', async () => {
  const other = await answering({ '/.well-known/openid-configuration': { hello: 'world' } })
  const first = async (address: string) => (await linesOf(providersCheck, google(address)))[0]
  expect(await first('http://127.0.0.1:1')).toBe(
    'wrong: Google does not answer at http://127.0.0.1:1 (ECONNREFUSED). Check the firewall of this machine, or GOOGLE_ISSUER.',
  )
  expect(await first(other.url)).toBe(`wrong: ${other.url} answers, but not like Google. Check GOOGLE_ISSUER.`)
  expect(await first(`${other.url}/realms/none`)).toBe(
    `wrong: ${other.url} answers, but not like Google (404). Check GOOGLE_ISSUER.`,
  )
})

test('`asakai check` requires the exact issuer of the provider’s discovery document', async () => {
  const there = await answering({
    '/o/asakai/.well-known/openid-configuration': {
      authorization_endpoint: 'https://x.example',
      issuer: 'https://id.example.com/o/asakai/',
    },
  })
  const environment = {
    OIDC_ISSUER: `${there.url}/o/asakai`,
    OIDC_CLIENT_ID: 'id',
    OIDC_CLIENT_SECRET: 'a secret of ours',
  }
  expect(await linesOf(providersCheck, { ...environment, OIDC_NAME: 'Example' })).toContain(
    'wrong: Example has the issuer https://id.example.com/o/asakai/. Set OIDC_ISSUER to exactly this text.',
  )
})

const fitting = {
  authorization_endpoint: 'https://x.example/auth',
  token_endpoint: 'https://x.example/token',
  jwks_uri: 'https://x.example/jwks',
  token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
  id_token_signing_alg_values_supported: ['RS256', 'HS256'],
  claims_supported: ['sub', 'email', 'email_verified', 'name', 'upn'],
}

test.each<[string, Record<string, unknown>, Record<string, string>, string[]]>([
  [
    'has all that is needed',
    {},
    {},
    [
      'ok: Example offers client_secret_post and client_secret_basic.',
      'ok: Example lists email, email_verified and name.',
    ],
  ],
  [
    'accepts only client_secret_basic',
    { token_endpoint_auth_methods_supported: ['client_secret_basic'] },
    {},
    ['ok: Example offers client_secret_basic.'],
  ],
  [
    'names no client authentication',
    { token_endpoint_auth_methods_supported: undefined },
    {},
    ['ok: Example lists no client authentication methods. Asakai tries client_secret_basic, then client_secret_post.'],
  ],
  [
    'accepts no client secret',
    { token_endpoint_auth_methods_supported: ['private_key_jwt'] },
    {},
    ['wrong: Example offers private_key_jwt. Allow client_secret_basic or client_secret_post for this client.'],
  ],
  [
    'signs ID tokens with the client secret',
    { id_token_signing_alg_values_supported: ['HS256'] },
    {},
    ['wrong: Example signs tokens with HS256. Choose a key for RS256 or a similar algorithm there.'],
  ],
  [
    'lacks endpoints of its discovery document',
    { token_endpoint: undefined, jwks_uri: 7 },
    {},
    ['wrong: The discovery document of Example lacks token_endpoint and jwks_uri. Check OIDC_ISSUER or the provider.'],
  ],
  [
    'lists no email',
    { claims_supported: ['sub', 'name'] },
    {},
    [
      'wrong: Example does not list the claim email. Configure it to send this claim, or set OIDC_EMAIL_CLAIM to another.',
      'off: Example does not list email_verified. Without it, members with a password must connect the account in their settings.',
    ],
  ],
  [
    'lists neither the chosen claim nor names',
    { claims_supported: ['sub', 'email_verified'] },
    { OIDC_EMAIL_CLAIM: 'mail' },
    [
      'off: Example does not list the claim mail. Configure it to send this claim, or set OIDC_EMAIL_CLAIM to another.',
      'off: Example does not list name. Without it, new members are named after the first part of their email.',
    ],
  ],
  [
    'lists the claims of the company’s rules, and reports sign-outs',
    {
      claims_supported: [...fitting.claims_supported, 'groups', 'realm_access'],
      scopes_supported: ['openid', 'email', 'profile', 'groups'],
      backchannel_logout_supported: true,
      backchannel_logout_session_supported: true,
    },
    {
      PUBLIC_URL: 'https://asakai.example.com',
      OIDC_SCOPES: 'openid email profile groups',
      OIDC_REQUIRED_CLAIM: 'groups:asakai',
      OIDC_ADMIN_CLAIM: 'realm_access.roles:admin',
      OIDC_ONLY: 'true',
    },
    [
      'ok: A sign-in requests openid email profile groups. Example lists these claims: sub, email, email_verified, name, upn, groups, realm_access.',
      'ok: Example lists the claim groups of OIDC_REQUIRED_CLAIM.',
      'ok: Example lists the claim realm_access of OIDC_ADMIN_CLAIM.',
      'ok: Access pauses 7 days after the last sign-in with Example.',
      'ok: Example offers back-channel logout. Register https://asakai.example.com/api/auth/oidc/backchannel-logout there. Let it send the session id (sid).',
    ],
  ],
  [
    'does not list the required claim, and reports no sign-outs',
    {},
    { OIDC_REQUIRED_CLAIM: 'groups:asakai' },
    [
      'off: Example does not list the claim groups of OIDC_REQUIRED_CLAIM. Sign in once; the log says "absent" if it does not arrive. If it needs a scope for it, add that to OIDC_SCOPES.',
      'off: OIDC_REQUIRED_CLAIM concerns only people who sign in with Example. Set OIDC_ONLY=true to refuse others.',
      'off: Access lasts after an account at Example is removed. OIDC_MAX_AGE_DAYS limits it.',
      'off: Example does not list back-channel logout: signing out there ends no session here.',
    ],
  ],
  [
    'does not offer a scope',
    { scopes_supported: ['openid', 'email', 'profile'] },
    { OIDC_SCOPES: 'openid email groups' },
    ['wrong: Example does not offer the scope groups. Remove it from OIDC_SCOPES, or add it there.'],
  ],
  [
    'lists no claims',
    { claims_supported: 'all' },
    {},
    ['off: Example does not list its claims. Sign in once to see whether the email arrives.'],
  ],
])('`asakai check` gives the next step for an OpenID provider that %s', async (_, changed, more, expected) => {
  const answers: Record<string, unknown> = {}
  const { url } = await answering(answers)
  answers['/.well-known/openid-configuration'] = { issuer: url, ...fitting, token_endpoint: `${url}/token`, ...changed }
  const environment = { OIDC_ISSUER: url, OIDC_CLIENT_ID: 'id', OIDC_CLIENT_SECRET: 'secret', OIDC_NAME: 'Example' }
  const lines = await linesOf(providersCheck, { ...environment, ...more })
  expect(lines).toContain(`ok: Example answers at ${url}.`)
  expect(lines).toEqual(expect.arrayContaining(expected))
  expect(lines.some((line) => line.startsWith('wrong:'))).toBe(expected.some((line) => line.startsWith('wrong:')))
})

test('`asakai check` says that Entra sends group ids, not names', () => {
  const environment = { OIDC_CLIENT_ID: 'id', OIDC_CLIENT_SECRET: 'secret', OIDC_REQUIRED_CLAIM: 'groups:asakai' }
  const issuer = 'https://login.microsoftonline.com/common/v2.0'
  const { oidc } = readProviders(readerOf({ ...environment, OIDC_ISSUER: issuer }))
  const says = companyRulesFindings({ claims_supported: ['groups'] }, oidc!, 'https://asakai.example.com')
  expect(says.map(({ says: line }) => line)).toContainEqual(expect.stringMatching(/^Entra sends ids of groups, /u))
})

test('`asakai check` compares this clock with the company’s own provider, too', async () => {
  const right = await answering(discovery)
  const behind = await answering(discovery, { date: new Date(Date.now() - 90_000).toUTCString() })
  const own = { OIDC_ISSUER: behind.url, OIDC_CLIENT_ID: 'id', OIDC_CLIENT_SECRET: 'secret', OIDC_NAME: 'Example' }
  expect(await linesOf(clockCheck, { ...google(right.url), ...own })).toEqual([
    'ok: Agrees with Google.',
    expect.stringMatching(/^wrong: This machine and Example are \d+ seconds apart. Synchronize both clocks by NTP\.$/u),
  ])
})

test('`asakai check` sends the trace collector the configured headers, but no spans', async () => {
  const there = await answering({ '/v1/traces': { partialSuccess: {} } })
  const settings = (OTEL_EXPORTER_OTLP_ENDPOINT: string) => ({
    OTEL_EXPORTER_OTLP_ENDPOINT,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20key',
  })
  expect(await linesOf(tracesCheck, {})).toEqual([expect.stringMatching(/^off: No traces are sent/u)])
  expect(await linesOf(tracesCheck, settings(there.url))).toEqual([`ok: The collector answers at ${there.url}.`])
  expect(there.asked).toContain('Bearer key')
  expect(await linesOf(tracesCheck, settings('http://127.0.0.1:1'))).toEqual([
    expect.stringMatching(
      /^wrong: No traces arrive at http:\/\/127\.0\.0\.1:1 \(ECONNREFUSED\): check OTEL_EXPORTER_OTLP_E/u,
    ),
  ])
  expect(await linesOf(tracesCheck, settings(`${there.url}/elsewhere`))).toEqual([
    expect.stringMatching(/^wrong: .* \(404\): the collector must accept OTLP over HTTP/u),
  ])
})

test('`asakai check` compares this clock with a provider that sends its time', async () => {
  const right = await answering(discovery)
  const ahead = await answering(discovery, { date: new Date(Date.now() + 90_000).toUTCString() })
  expect(await linesOf(clockCheck, google(right.url))).toEqual(['ok: Agrees with Google.'])
  expect(await linesOf(clockCheck, google(ahead.url))).toEqual([
    expect.stringMatching(/^wrong: This machine and Google are \d+ seconds apart. Synchronize both clocks by NTP\.$/u),
  ])
  expect(await linesOf(clockCheck, google('http://127.0.0.1:1'))).toEqual(['off: Nothing to compare this clock with.'])
})

test.each([
  [{ before: 10_000, after: 30_000, theirs: 12_000 }, 'ok'],
  [{ before: 10_000, after: 11_000, theirs: 5_500 }, 'ok'],
  [{ before: 10_000, after: 11_000, theirs: 4_900 }, 'wrong'],
  [{ before: 10_000, after: 11_000, theirs: 16_000 }, 'ok'],
  [{ before: 10_000, after: 11_000, theirs: 16_100 }, 'wrong'],
])('`asakai check` rates the clock times %j as %s, allowing for the request’s duration', (times, is) => {
  expect(clockFinding('x', times)).toMatchObject({ is })
})
