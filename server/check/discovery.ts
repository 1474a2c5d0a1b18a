import { offeredMethod } from '#server/providers/openid/client-authentication.ts'
import { type Finding, off, ok, wrong } from './check.ts'

/** The discovery document of an OpenID provider (OpenID Connect Discovery 1.0, 3). */
type Discovery = Record<string, unknown>

const methods = ['client_secret_basic', 'client_secret_post']

/**
 * Checks whether Asakai can sign people in by a discovery document. Each finding says what to do.
 * @param emailClaim the claim with the email (OIDC_EMAIL_CLAIM)
 */
export function discoveryFindings(
  discovery: Discovery,
  { name, variable, emailClaim }: { name: string; variable: string; emailClaim: string },
): Finding[] {
  return [
    ...lookAtEndpoints(discovery, name, variable),
    lookAtMethods(discovery, name),
    ...lookAtSignatures(discovery, name),
    ...lookAtClaims(discovery, name, emailClaim),
  ]
}

function lookAtEndpoints(discovery: Discovery, name: string, variable: string): Finding[] {
  const missing = ['issuer', 'token_endpoint', 'jwks_uri'].filter((each) => typeof discovery[each] !== 'string')
  if (missing.length === 0) return []
  return [wrong(`The discovery document of ${name} lacks ${missing.join(' and ')}. Check ${variable} or the provider.`)]
}

function lookAtMethods({ token_endpoint_auth_methods_supported: offered }: Discovery, name: string): Finding {
  const listed = listIn(offered)
  if (!listed)
    return ok(
      `${name} lists no client authentication methods. Asakai tries client_secret_basic, then client_secret_post.`,
    )
  if (!listed.some((method) => methods.includes(method)))
    return wrong(
      `${name} offers ${listed.join(', ') || 'no client authentication'}. Allow client_secret_basic or client_secret_post for this client.`,
    )
  const both = methods.every((method) => listed.includes(method))
  return ok(`${name} offers ${offeredMethod(listed)}${both ? ' and client_secret_basic' : ''}.`)
}

function lookAtSignatures({ id_token_signing_alg_values_supported: offered }: Discovery, name: string): Finding[] {
  const listed = listIn(offered)
  if (!listed || listed.some((algorithm) => !/^(?:HS\d+|none)$/u.test(algorithm))) return []
  return [
    wrong(
      `${name} signs tokens with ${listed.join(', ') || 'no algorithm'}. Choose a key for RS256 or a similar algorithm there.`,
    ),
  ]
}

function lookAtClaims({ claims_supported: offered }: Discovery, name: string, emailClaim: string): Finding[] {
  const listed = listIn(offered)
  if (!listed) return [off(`${name} does not list its claims. Sign in once to see whether the email arrives.`)]
  const findings: Finding[] = []
  if (!listed.includes(emailClaim)) {
    // The list may leave out claims that the operator has added at the provider. So only a missing `email` is wrong.
    const judge = emailClaim === 'email' ? wrong : off
    findings.push(
      judge(
        `${name} does not list the claim ${emailClaim}. Configure it to send this claim, or set OIDC_EMAIL_CLAIM to another.`,
      ),
    )
  }
  if (!listed.includes('email_verified') && !listed.includes('xms_edov'))
    findings.push(
      off(
        `${name} does not list email_verified. Without it, members with a password must connect the account in their settings.`,
      ),
    )
  if (!listed.includes('name'))
    findings.push(
      off(`${name} does not list name. Without it, new members are named after the first part of their email.`),
    )
  return findings.length > 0 ? findings : [ok(`${name} lists email, email_verified and name.`)]
}

const listIn = (value: unknown): string[] | undefined =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : undefined
