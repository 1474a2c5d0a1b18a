import type { Providers } from '#server/config-providers.ts'
import type { OpenIdClient } from '#server/providers/openid/openid.ts'

/** Microsoft Entra as an OpenID provider; with the issuer `common`, any tenant's, whose own issuer the ID token names. */
export const microsoftClient = ({
  issuer,
  clientId,
  clientSecret,
}: NonNullable<Providers['microsoft']>): OpenIdClient => ({
  name: 'Microsoft',
  issuer,
  clientId,
  clientSecret: () => clientSecret,
  scope: 'openid email profile',
  parameters: { prompt: 'select_account' },
})
