import type { Providers } from '#server/config/providers.ts'
import type { OpenIdClient } from './openid.ts'

export const companyClient = ({
  name,
  issuer,
  clientId,
  clientSecret,
  emailClaim,
}: NonNullable<Providers['oidc']>): OpenIdClient => ({
  name,
  issuer,
  clientId,
  clientSecret: () => clientSecret,
  scope: 'openid email profile',
  wanted: emailClaim,
})
