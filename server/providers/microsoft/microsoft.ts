import type { Providers } from '#server/config/providers.ts'
import type { OpenIdClient } from '#server/providers/openid/openid.ts'

/**
 * Configures Microsoft Entra as an OpenID provider. The issuer `common` accepts every tenant; the ID token then names
 * the tenant's own issuer.
 */
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
