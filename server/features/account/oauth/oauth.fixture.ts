import { createHash, randomBytes } from 'node:crypto'
import { afterwards } from '#server/testing/afterwards.ts'
import { client } from '#server/testing/client.ts'
import { freePort } from '#server/testing/free-port.ts'
import { type Member, newAddress, team } from '#server/testing/team.ts'

type Options = Parameters<typeof team>[0]

/** The redirect address of the program in the test. Nothing listens there. */
export const redirectUri = 'http://127.0.0.1:7777/callback'

/** Creates a team on a server that listens on its own public address. */
export async function openTeamServer(options: Options = {}, path = '') {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const publicUrl = origin + path
  const here = await team({ ...options, publicUrl })
  const member = await here.member('早川')
  await here.app.listen({ port, host: '127.0.0.1' })
  afterwards(() => here.app.close())
  /** Returns the member with a new access token, for use after the former one has expired. */
  const renewed = async ({ user, tokens }: Member = member): Promise<Member> => {
    const { body } = await here.visitor().post('/auth/refresh', tokens)
    const headers = { authorization: `Bearer ${body.access_token}` }
    return { ...client(here.app, newAddress(), headers), user, tokens: body }
  }
  return {
    ...here,
    newMember: here.member,
    member,
    renewed,
    origin,
    publicUrl,
    advanceClock: advanceClocks(here.clock),
    ...browserOf(publicUrl),
  }
}

const { now } = Date
afterwards(() => void (Date.now = now))

/** Returns a function that advances our clock and the library's clock, which is `Date.now`. Starts at the real time. */
function advanceClocks(clock: { now: Date }) {
  let late = 0
  Date.now = now
  return (milliseconds: number) => {
    late += milliseconds
    Date.now = () => now() + late
    clock.now = new Date(clock.now.getTime() + milliseconds)
  }
}

/** Returns a browser that follows no redirects, and sends each cookie only to the path of the cookie. */
function browserOf(publicUrl: string) {
  const jar = new Map<string, { path: string; pair: string }>()
  const cookiesFor = (address: string) =>
    [...jar.values()].filter(({ path }) => new URL(address).pathname.startsWith(path)).map(({ pair }) => pair)
  const visit = async (address: string, { cookies = true } = {}) => {
    const sent = cookies ? cookiesFor(address) : []
    const response = await fetch(address, {
      redirect: 'manual',
      headers: sent.length > 0 ? { cookie: sent.join('; ') } : {},
    })
    const set = response.headers.getSetCookie()
    for (const each of set) {
      const path = /; path=([^;]+)/iu.exec(each)?.[1] ?? '/'
      const pair = each.split(';')[0]!
      jar.set(`${path} ${pair.split('=')[0]!}`, { path, pair })
    }
    const { status, headers } = response
    return { status, location: headers.get('location'), cookies: set, body: await response.text() }
  }
  const requestOf = (location: string | null) => new URL(location ?? '', publicUrl).searchParams.get('request') ?? ''
  /** Opens a program's address as the member, and allows the program. @returns the address to which the browser goes */
  const allow = async (member: Member, address: string, scopes = ['read', 'write'], expires_on = dayAhead(90)) => {
    const request = requestOf((await visit(address)).location)
    const { status, body } = await member.post(`/consents/${request}`, { scopes, expires_on })
    if (status !== 200) throw new Error(JSON.stringify(body))
    const { location } = await visit((body as { url: string }).url)
    return new URL(location ?? '')
  }
  return { visit, requestOf, allow }
}

const dayAhead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

export function proofKey() {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

/** Registers a program. */
export async function register(publicUrl: string, metadata: object = {}) {
  const response = await fetch(`${publicUrl}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'Helper', redirect_uris: [redirectUri], ...metadata }),
  })
  return { status: response.status, body: (await response.json()) as { client_id: string; error?: string } }
}

export const authorizeUrl = (publicUrl: string, parameters: Record<string, string>) =>
  `${publicUrl}/oauth/authorize?${new URLSearchParams({
    response_type: 'code',
    redirect_uri: redirectUri,
    code_challenge_method: 'S256',
    state: 'xyz',
    scope: 'read write',
    resource: `${publicUrl}/api/mcp`,
    ...parameters,
  }).toString()}`

export async function postForm(address: string, fields: Record<string, string>) {
  const response = await fetch(address, { method: 'POST', body: new URLSearchParams(fields) })
  const text = await response.text()
  return { status: response.status, body: text ? (JSON.parse(text) as Record<string, string>) : undefined }
}

type TeamServer = Awaited<ReturnType<typeof openTeamServer>>
export type Connected = { client_id: string; access_token: string; refresh_token: string; scope: string }

/** Registers a program and lets a member allow it. */
export async function allowed(office: TeamServer, scopes?: string[], by?: Member) {
  const { client_id } = (await register(office.publicUrl)).body
  return allowedAs(client_id, office, scopes, by)
}

/**
 * Lets a member allow the program with this client id.
 * @returns the code, and what the program needs to exchange the code
 */
export async function allowedAs(
  client_id: string,
  { publicUrl, allow, member }: TeamServer,
  scopes = ['read', 'write'],
  by: Member = member,
) {
  const { verifier, challenge } = proofKey()
  const answer = await allow(by, authorizeUrl(publicUrl, { client_id, code_challenge: challenge }), scopes)
  const code = answer.searchParams.get('code')!
  const fields = {
    grant_type: 'authorization_code',
    code,
    client_id,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  }
  const exchange = (more: Record<string, string> = {}) => postForm(`${publicUrl}/oauth/token`, { ...fields, ...more })
  return { answer, client_id, code, fields, exchange }
}

/** Connects a program of a member. */
export async function connect(office: TeamServer, scopes?: string[], by?: Member): Promise<Connected> {
  const { client_id, exchange } = await allowed(office, scopes, by)
  const { status, body } = await exchange()
  if (status !== 200) throw new Error(JSON.stringify(body))
  return { client_id, ...body } as Connected
}

/** Calls the resource. @returns the status, and the code of a problem */
export async function callResource({ publicUrl }: Pick<TeamServer, 'publicUrl'>, token: string, tool?: string) {
  const response = await fetch(`${publicUrl}/api/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify(
      tool
        ? { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: {} } }
        : { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    ),
  })
  const text = await response.text()
  return { status: response.status, text, code: /"code":"(\w+)"/u.exec(text)?.[1] }
}

export const refresh = (
  { publicUrl }: Pick<TeamServer, 'publicUrl'>,
  { client_id, refresh_token }: Pick<Connected, 'client_id' | 'refresh_token'>,
) => postForm(`${publicUrl}/oauth/token`, { grant_type: 'refresh_token', client_id, refresh_token })
