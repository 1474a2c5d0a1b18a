import type { Providers } from '#server/config/providers.ts'
import type { OpenIdClient } from './openid.ts'

export const companyClient = ({
  name,
  issuer,
  clientId,
  clientSecret,
  scope,
  emailClaim,
  requiredClaim,
  adminClaim,
}: NonNullable<Providers['oidc']>): OpenIdClient => ({
  name,
  issuer,
  clientId,
  clientSecret: () => clientSecret,
  scope,
  wanted: [emailClaim, ...[requiredClaim, adminClaim].flatMap((rule) => rule?.name ?? [])],
})
