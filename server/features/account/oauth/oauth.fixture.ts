import { createServer } from 'node:net'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterwards } from '#server/testing/afterwards.ts'
import { client } from '#server/testing/client.ts'
import { type Member, newAddress, team } from '#server/testing/team.ts'

type Options = Parameters<typeof team>[0]

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Where the test's program gets its answers. Nothing listens there. */
export const redirectUri = 'http://127.0.0.1:7777/callback'

/** A team on a server whose public address is the one that it listens on. */
export async function openOffice(options: Options = {}, path = '') {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const publicUrl = origin + path
  const here = await team({ ...options, publicUrl })
  const member = await here.member('早川')
  await here.app.listen({ port, host: '127.0.0.1' })
  afterwards(() => here.app.close())
  /** The member after their access token has expired. */
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
    pass: passing(here.clock),
    ...browserOf(publicUrl),
  }
}

const { now } = Date
afterwards(() => void (Date.now = now))

/** Moves our clock and that of the library, which asks `Date.now`. Each team begins with the real time. */
function passing(clock: { now: Date }) {
  let late = 0
  Date.now = now
  return (milliseconds: number) => {
    late += milliseconds
    Date.now = () => now() + late
    clock.now = new Date(clock.now.getTime() + milliseconds)
  }
}

/** A browser that follows no redirects, and keeps the cookies. */
function browserOf(publicUrl: string) {
  const jar = new Map<string, string>()
  const visit = async (address: string, { cookies = true } = {}) => {
    const response = await fetch(address, {
      redirect: 'manual',
      headers: cookies && jar.size > 0 ? { cookie: [...jar].map((pair) => pair.join('=')).join('; ') } : {},
    })
    for (const set of response.headers.getSetCookie()) {
      const [pair = ''] = set.split(';')
      const [name = '', value = ''] = pair.split('=')
      jar.set(name, value)
    }
    return { status: response.status, location: response.headers.get('location'), body: await response.text() }
  }
  const requestOf = (location: string | null) => new URL(location ?? '', publicUrl).searchParams.get('request') ?? ''
  /** Opens a program's address as the member, and allows it. @returns the address to which the browser is sent */
  const allow = async (member: Member, address: string, scopes = ['read', 'write'], expires_on = dayAhead(90)) => {
    const request = requestOf((await visit(address)).location)
    const { status, body } = await member.post(`/consents/${request}`, { scopes, expires_on })
    if (status !== 200) throw new Error(JSON.stringify(body))
    const { location } = await visit((body as { url: string }).url)
    return new URL(location ?? '')
  }
  return { jar, visit, requestOf, allow }
}

const dayAhead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
