import type { Providers } from '#server/config/providers.ts'
import type { OpenIdClient } from '#server/providers/openid/openid.ts'

export const googleClient = ({ issuer, clientId, clientSecret }: NonNullable<Providers['google']>): OpenIdClient => ({
  name: 'Google',
  issuer,
  clientId,
  clientSecret: () => clientSecret,
  scope: 'openid email profile',
})
