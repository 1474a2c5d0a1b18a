import * as openid from 'openid-client'
import * as z from 'zod/mini'
import { list } from '#contract/fields.ts'
import type { Providers } from '#server/config/providers.ts'
import { ProviderFailure } from '#server/errors.ts'
import { call } from '#server/providers/call.ts'
import { isLimited } from './pages.ts'
import { failureOf } from '#server/providers/openid/failure.ts'

type GitHub = NonNullable<Providers['github']>

const provider = 'GitHub'
const timeLimit = 5 // seconds

/** The scopes to identify a person. */
export const signInScopes = ['read:user', 'user:email']
/**
 * Returns the scopes to identify a person and to read issues. `issueScope` is empty if the operator allows only public
 * issues, or if a GitHub App controls access.
 */
export const importScopes = ({ issueScope }: Pick<GitHub, 'issueScope'>): string[] =>
  issueScope === '' ? signInScopes : [...signInScopes, issueScope]

export type GitHubGrant = { access_token: string; scopes: string[] }

/** Returns whether the grant covers issues. The grant of a sign-in does not: GitHub would return only public issues. */
export const coversIssues = (
  { issueScope }: Pick<GitHub, 'issueScope'>,
  { scopes }: { scopes?: string[] | undefined },
): boolean => scopes === undefined || issueScope === '' || scopes.includes(issueScope)

/** `id` never changes, unlike `login`. */
const Person = z.object({
  id: z.int(),
  login: z.string(),
  name: z.nullish(z.string()),
  avatar_url: z.nullish(z.string()),
})
const Emails = list(z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() })), 100)
export type GitHubPerson = z.infer<typeof Person> & {
  /** The primary address. */
  email: { address: string; verified: boolean } | undefined
}

/** Returns GitHub's OAuth configuration; GitHub publishes no metadata (RFC 8414). */
function configurationOf({ url, clientId, clientSecret }: GitHub): openid.Configuration {
  const server = {
    issuer: url,
    authorization_endpoint: `${url}/login/oauth/authorize`,
    token_endpoint: `${url}/login/oauth/access_token`,
  }
  const configuration = new openid.Configuration(server, clientId, clientSecret)
  configuration.timeout = timeLimit
  if (url.startsWith('http:')) openid.allowInsecureRequests(configuration)
  return configuration
}

export async function gitHubAddress(
  github: GitHub,
  { state, redirectUri, verifier, scopes }: { state: string; redirectUri: string; verifier: string; scopes: string[] },
): Promise<URL> {
  return openid.buildAuthorizationUrl(configurationOf(github), {
    redirect_uri: redirectUri,
    scope: scopes.join(' '),
    state,
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
}

/** @throws ProviderFailure */
export async function gitHubGrant(
  github: GitHub,
  { code, redirectUri, verifier }: { code: string; redirectUri: string; verifier: string },
): Promise<GitHubGrant> {
  const back = new URL(redirectUri)
  back.searchParams.set('code', code)
  try {
    const checks = { pkceCodeVerifier: verifier }
    const { access_token, scope } = await openid.authorizationCodeGrant(configurationOf(github), back, checks)
    return { access_token, scopes: (scope ?? '').split(/[\s,]+/u).filter((word) => word !== '') }
  } catch (error) {
    throw failureOf(provider, error)
  }
}

/** Returns the owner of the grant. @throws ProviderFailure */
export async function gitHubPerson(github: GitHub, { access_token }: GitHubGrant): Promise<GitHubPerson> {
  const [person, emails] = await Promise.all([
    read(github, '/user', access_token, Person),
    read(github, '/user/emails', access_token, Emails),
  ])
  const primary = emails.find((email) => email.primary)
  return { ...person, email: primary && { address: primary.email, verified: primary.verified } }
}

/** Revokes everything that the person has granted to Asakai. @throws ProviderFailure */
export const revokeGitHubGrant = (github: GitHub, grant: GitHubGrant) => revoke(github, grant, 'grant')

/** Revokes one token of the person and keeps the others. @throws ProviderFailure */
export const revokeGitHubToken = (github: GitHub, grant: GitHubGrant) => revoke(github, grant, 'token')

async function revoke(
  { apiUrl, clientId, clientSecret }: GitHub,
  { access_token }: GitHubGrant,
  which: 'grant' | 'token',
): Promise<void> {
  const us = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
  await call(provider, new URL(`${apiUrl}/applications/${encodeURIComponent(clientId)}/${which}`), {
    method: 'DELETE',
    headers: { ...accepted, authorization: `Basic ${us}` },
    body: { access_token },
    guarded: false,
  })
}

const accepted = { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' }

async function read<T>({ apiUrl }: GitHub, path: string, token: string, shape: z.ZodMiniType<T>): Promise<T> {
  const { body } = await call(provider, new URL(`${apiUrl}${path}`), {
    headers: { ...accepted, authorization: `Bearer ${token}` },
    guarded: false,
    reasonFor: (answer) => {
      const { status } = answer
      if (status !== 429 && isLimited(answer)) return 'rate_limited'
      // GitHub answers 403 or 404 if the grant does not cover the resource.
      return status === 403 || status === 404 ? 'missing_scope' : undefined
    },
  })
  const read = shape.safeParse(body)
  if (!read.success) throw new ProviderFailure(provider, 'invalid_response')
  return read.data
}
