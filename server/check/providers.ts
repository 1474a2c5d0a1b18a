import type { Providers } from '#server/config/providers.ts'
import { ProviderFailure } from '#server/errors.ts'
import { type Answer, call } from '#server/providers/call.ts'
import { companyClient } from '#server/providers/openid/company.ts'
import { appAddressFor } from '#server/providers/slack/manifest.ts'
import { type Check, type Finding, off, ok, wrong } from './check.ts'
import { companyRulesFindings } from './company-rules.ts'
import { tryClientSecret } from './client-secret.ts'
import { discoveryFindings } from './discovery.ts'

type CheckedUrl = {
  name: string
  variable: string
  url: URL | undefined
  /** Setup instructions. */
  how?: string
  /** Returns whether this service sent the response. */
  isRight: (answer: Answer) => boolean
  /** The issuer that the discovery document must name, character by character. */
  issuer?: string | undefined
  /** The claim with the email. If it is given, the other parts of the discovery document are checked, too. */
  emailClaim?: string | undefined
  rulesFindings?: ((discovery: Record<string, unknown>) => Finding[]) | undefined
  trySecret?: (() => Promise<Finding>) | undefined
}

/**
 * Returns the address to test for each provider: the discovery document of an issuer (OpenID Connect Discovery 1.0, 4),
 * otherwise its API.
 */
export function urlsToCheck(
  { google, oidc, github, slack, microsoft, apple }: Providers,
  publicUrl: string,
): CheckedUrl[] {
  const issuer = (name: string, variable: string, provider: { issuer: string } | undefined): CheckedUrl => ({
    name,
    variable,
    url: provider && below(provider.issuer, '.well-known/openid-configuration'),
    isRight: ({ body }) => isObject(body) && typeof body['authorization_endpoint'] === 'string',
  })
  return [
    issuer('Google', 'GOOGLE_ISSUER', google),
    {
      name: 'GitHub',
      variable: 'GITHUB_API_URL',
      url: github && below(github.apiUrl, 'meta'),
      isRight: ({ body }) => isObject(body),
    },
    {
      name: 'Slack',
      variable: 'SLACK_API_URL',
      how: ` This makes its app: ${appAddressFor(publicUrl)}`,
      url: slack && below(slack.apiUrl, 'api.test'),
      isRight: ({ body }) => isObject(body) && body['ok'] === true,
    },
    {
      ...issuer(oidc?.name ?? 'OpenID Connect', 'OIDC_ISSUER', oidc),
      issuer: oidc?.issuer,
      emailClaim: oidc?.emailClaim,
      rulesFindings: oidc && ((discovery) => companyRulesFindings(discovery, oidc, publicUrl)),
      trySecret: oidc && (() => tryClientSecret(companyClient(oidc), `${publicUrl}/oidc/callback`)),
    },
    issuer('Microsoft', 'MICROSOFT_ISSUER', microsoft),
    issuer('Apple', 'APPLE_ISSUER', apple),
  ]
}

const below = (address: string, path: string) => new URL(`${address.replace(/(?<!\/)\/+$/u, '')}/${path}`)
const isObject = (body: unknown): body is Record<string, unknown> => typeof body === 'object' && body !== null

/** Refusals that also prove that the service answers: not signed in, or too many requests. */
const answered: ReadonlySet<string> = new Set(['unauthorized', 'forbidden', 'rate_limited'])

async function lookAt({
  name,
  variable,
  url,
  isRight,
  issuer,
  emailClaim,
  how,
  trySecret,
  rulesFindings,
}: CheckedUrl): Promise<Finding[]> {
  if (!url) return [off(`${name} is not set up.${how ?? ''}`)]
  try {
    const answer = await call(name, url, { guarded: false })
    const itself = isObject(answer.body) ? answer.body['issuer'] : undefined
    if (issuer && typeof itself === 'string' && URL.parse(itself)?.href !== new URL(issuer).href)
      return [wrong(`${name} has the issuer ${itself}. Set ${variable} to exactly this text.`)]
    if (!isRight(answer)) return [wrong(`${url.origin} answers, but not like ${name}. Check ${variable}.`)]
    const answers = ok(`${name} answers at ${url.origin}.`)
    if (emailClaim === undefined || !isObject(answer.body)) return [answers]
    const findings = [
      ...discoveryFindings(answer.body, { name, variable, emailClaim }),
      ...(rulesFindings?.(answer.body) ?? []),
    ]
    const isTried = trySecret !== undefined && findings.every(({ is }) => is !== 'wrong')
    return [answers, ...findings, ...(isTried ? [await trySecret()] : [])]
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    if (answered.has(error.reason)) return [ok(`${name} answers at ${url.origin}.`)]
    return [
      error.reason === 'unavailable'
        ? wrong(
            `${name} does not answer at ${url.origin} (${String(error.cause)}). Check the firewall of this machine, or ${variable}.`,
          )
        : wrong(`${url.origin} answers, but not like ${name} (${String(error.cause)}). Check ${variable}.`),
    ]
  }
}

export const providersCheck: Check = {
  about: 'Sign-in',
  look: async ({ settings: { providers, publicUrl } }) =>
    (await Promise.all(urlsToCheck(providers, publicUrl).map(lookAt))).flat(),
}
