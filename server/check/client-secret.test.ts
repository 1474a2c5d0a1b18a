import { expect, test } from 'vitest'
import { afterwards } from '#server/testing/afterwards.ts'
import { openIdSettings, startOpenIdProvider } from '#server/testing/openid-provider.ts'
import { linesOf } from './check.fixture.ts'
import { providersCheck } from './providers.ts'

const publicUrl = 'https://asakai.example'
const redirectUris = [`${publicUrl}/oidc/callback`]

test.each(['client_secret_basic', 'client_secret_post'] as const)(
  '`asakai check` tries the client secret with the method %s',
  async (method) => {
    const provider = await startOpenIdProvider({ redirectUris, method })
    afterwards(provider.close)
    const settings = { ...openIdSettings('OIDC', provider), OIDC_NAME: 'Example', PUBLIC_URL: publicUrl }
    expect(await linesOf(providersCheck, settings)).toContain('ok: Example knows the client and its secret.')
  },
)

test.each(['client_secret_basic', 'client_secret_post'] as const)(
  '`asakai check` reports a wrong client id or secret with the method %s',
  async (method) => {
    const provider = await startOpenIdProvider({ redirectUris, method })
    afterwards(provider.close)
    const settings = { ...openIdSettings('OIDC', provider), OIDC_NAME: 'Example', PUBLIC_URL: publicUrl }
    for (const changed of [{ OIDC_CLIENT_SECRET: 'another secret' }, { OIDC_CLIENT_ID: 'another' }]) {
      const lines = await linesOf(providersCheck, { ...settings, ...changed })
      expect(lines).toContain(
        'wrong: Example rejects the secret (invalid_client). Compare OIDC_CLIENT_ID and OIDC_CLIENT_SECRET with the client’s settings there.',
      )
      expect(lines.join()).not.toContain('another secret')
    }
  },
)
