import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { decodeJwt, SignJWT } from 'jose'
import { v7 as newId } from 'uuid'
import { grantTokenAlgorithm, grantTokenKey, resourceOf } from '#server/access/tokens/grant-token.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { client, type Client } from '#server/testing/client.ts'
import { newAddress } from '#server/testing/team.ts'

type Signed = { access_token: string; refresh_token: string }
type Here = { app: FastifyInstance; visitor: () => Client; now: () => Date }

const listTools = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
const dayLength = 86_400_000 // milliseconds

/** The answers of each kind of access while the member has access. */
export const working = {
  browser: 'ok',
  token: 'ok',
  mcp: 'ok',
  grant: 'ok',
  calendar: 'ok',
  screen: 'open',
  tokenScreen: 'open',
}
/** The answers of each kind of access after the access was paused. */
export const paused = {
  browser: 'session_ended',
  token: 'sign_in_expired',
  mcp: 'sign_in_expired',
  grant: 'sign_in_expired',
  calendar: 'sign_in_expired',
  screen: 'ended',
  tokenScreen: 'ended',
}

/**
 * Sets up every kind of access for a member of the company's provider. Returns a function that tries each kind of
 * access and returns the answers.
 */
export async function setUpAllAccess({ app, visitor, now }: Here, { access_token }: Signed) {
  const bearer = (token: string) => client(app, newAddress(), { authorization: `Bearer ${token}` })
  const member = bearer(access_token)
  const expires_on = new Date(now().getTime() + 60 * dayLength).toISOString().slice(0, 10)
  const { token } = (await member.post('/tokens', { name: 'program', scopes: ['read', 'write'], expires_on })).body
  const grant = await grantTokenOf(app, access_token, expires_on)
  const calendar = new URL((await member.get('/calendar')).body.address).pathname.replace('/api', '')
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const screenOf = async (of: string) => {
    const screen = { is: 'open' }
    const response = await fetch(`http://127.0.0.1:${port}/api/events`, { headers: { authorization: `Bearer ${of}` } })
    if (!response.ok) throw new Error(`GET /events: ${response.status}`)
    void response.text().then(
      () => (screen.is = 'ended'),
      () => (screen.is = 'failed'),
    )
    return screen
  }
  const [screen, tokenScreen] = [await screenOf(access_token), await screenOf(token)]
  const codeOf = ({ status, body }: Awaited<ReturnType<Client['get']>>) => (status === 200 ? 'ok' : body.code)
  const accept = { accept: 'application/json, text/event-stream' }
  return async () => ({
    browser: codeOf(await member.get('/users/me')),
    token: codeOf(await bearer(token).get('/users/me')),
    mcp: codeOf(await bearer(token).post('/mcp', listTools, accept)),
    grant: codeOf(await bearer(grant).post('/mcp', listTools, accept)),
    calendar: codeOf(await visitor().get(calendar)),
    screen: screen.is,
    tokenScreen: tokenScreen.is,
  })
}

/**
 * Grants a program access to MCP, as the consent page does. Returns the program's access token, which expires in a
 * year.
 */
export async function grantTokenOf(
  { services: { config, database } }: FastifyInstance,
  sessionToken: string,
  expires_on: string,
) {
  const { sub: user_id, team: team_id } = decodeJwt<{ sub: string; team: string }>(sessionToken)
  const grant = { team_id, user_id, id: newId(), name: 'assistant', scopes: ['read' as const], token_hash: null }
  await withTeamTransaction(database, { teamId: team_id }, (db) =>
    db
      .insertInto('access_tokens')
      .values({ ...grant, expires_on, created_at: new Date() })
      .execute(),
  )
  return new SignJWT({ team: team_id, grant: grant.id, scope: 'read' })
    .setProtectedHeader({ alg: grantTokenAlgorithm, typ: 'at+jwt' })
    .setIssuer(config.publicUrl)
    .setAudience(resourceOf(config))
    .setExpirationTime('1y')
    .sign(grantTokenKey(config))
}
