import { v7 as newId } from 'uuid'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { routesOf } from '#server/testing/described.ts'
import { type Case, measuredTeam, ownPath } from '#server/testing/measured-team.ts'
import { hugeBodies, longBodies, oddBodies, type Schema } from '#server/testing/worst-bodies.ts'
import { worstMessages } from '#server/testing/worst-messages.ts'
import { worstCalendars, worstForms, worstTables } from '#server/testing/worst-texts.ts'
import type { Member } from '#server/testing/team.ts'

/** The longest time that a request may block the event loop (E6.01). */
const busyMostMs = 50

const here = measuredTeam()

type Work = {
  name: string
  who: () => Promise<Member | undefined>
  cases: (member?: Member) => Promise<Case[]> | Case[]
}

/**
 * Sends the cases as a new member. If they take too long, tries up to three times in total, each time as a new member.
 * @returns a line for each attempt if all of them took too long
 */
async function tooBusy({ name, who, cases }: Work): Promise<string[]> {
  const { measure } = await here
  const seen: string[] = []
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const { longestMs, during } = await measure(await cases(await who()))
    if (longestMs <= busyMostMs) return []
    seen.push(`${name}: ${Math.round(longestMs)} ms, ${during}`)
  }
  return seen
}

const signedInAs = (member: Member | undefined): Record<string, string> =>
  member ? { authorization: `Bearer ${member.tokens.access_token}` } : {}
const visitor = () => Promise.resolve(undefined)

test('no JSON to any call blocks the event loop for over 50 ms (E6.01)', { timeout: 240_000 }, async () => {
  const { app, member, administrator } = await here
  const found: string[] = []
  const triedLimits = new Set<number>()
  for (const { name, method, path, schema, bodyLimit = app.initialConfig.bodyLimit! } of routesOf(app)) {
    if (!schema?.body || schema['hide'] || schema.consumes?.[0] === 'text/csv') continue
    const json = z.toJSONSchema(schema.body as z.ZodMiniType, { io: 'input' }) as Schema
    const accept = path === '/mcp' ? 'application/json, text/event-stream' : '*/*'
    const oddOnes = triedLimits.has(bodyLimit) && path !== '/mcp' ? [] : [...oddBodies(bodyLimit)]
    triedLimits.add(bodyLimit)
    const casesOf = (isAll: boolean) => async (caller?: Member) => {
      const address = `/api${await ownPath(path, caller)}`
      const headers = { 'content-type': 'application/json', accept, ...signedInAs(caller) }
      const bodies = [...longBodies(json), ...(isAll ? [...oddOnes, ...hugeBodies(json, bodyLimit)] : [])]
      if (isAll && path === '/mcp') bodies.push(...worstMessages(bodyLimit))
      return bodies.map(([what, body]) => ({
        what,
        method,
        path: address,
        body,
        headers: { 'idempotency-key': newId(), ...headers },
      }))
    }
    if (schema.security) {
      found.push(...(await tooBusy({ name: `${name} by an administrator`, who: administrator, cases: casesOf(true) })))
      found.push(...(await tooBusy({ name: `${name} by a member`, who: member, cases: casesOf(false) })))
    }
    found.push(...(await tooBusy({ name: `${name} by a visitor`, who: visitor, cases: casesOf(!schema.security) })))
  }
  expect(found).toEqual([])
})

/** The slowest texts for a call, keyed by its path. */
const texts = {
  '/auth/login': { type: 'application/x-www-form-urlencoded', worst: worstForms },
  '/import': { type: 'text/csv', worst: worstTables },
  '/holidays/import': { type: 'text/calendar', worst: worstCalendars },
}

test(
  'no body of another type than JSON blocks the event loop for over 50 ms (E6.01)',
  { timeout: 240_000 },
  async () => {
    const { app, administrator } = await here
    const found: string[] = []
    const caller = await administrator() // no case changes data
    const headers = signedInAs(caller)
    for (const [path, { type, worst }] of Object.entries(texts)) {
      const route = routesOf(app).find((each) => each.name === `POST ${path}`)!
      const length = (route.bodyLimit ?? app.initialConfig.bodyLimit!) - 10
      // Measures each text separately. Repeats a measurement that other programs may have disturbed.
      for (const [what, textOf] of Object.entries(worst)) {
        const sent = { what, method: 'POST', path: `/api${path}?preview=true`, body: textOf(length) }
        const cases = () => [{ ...sent, headers: { 'content-type': type, ...headers } }]
        found.push(...(await tooBusy({ name: route.name, who: visitor, cases })))
      }
    }
    expect(found).toEqual([])
  },
)

const longest = 14_000 // bytes of a path or header; Node rejects longer ones

test('no URL blocks the event loop for over 50 ms (E6.01)', { timeout: 240_000 }, async () => {
  const { app, administrator } = await here
  const found: string[] = []
  for (const { name, method, path, schema } of routesOf(app)) {
    if (method === 'HEAD' || schema?.['hide'] || (!path.includes(':') && !schema?.querystring)) continue
    const query = Object.keys(
      schema?.querystring
        ? (z.toJSONSchema(schema.querystring as z.ZodMiniType, { io: 'input' }).properties ?? {})
        : {},
    )
    const cases = (caller?: Member) =>
      ['%20', 'a.', '-', '%EF%B7%BA', '9', '/'].flatMap((part) => {
        const text = part.repeat(longest / part.length)
        const paths = path.includes(':') ? [path.replace(/:\w+/u, text)] : []
        paths.push(...query.map((each) => `${path}?${each}=${text}`), `${path}?${`${part}&`.repeat(longest / 6)}`)
        return paths.map((address) => ({
          what: address.slice(0, 60),
          method,
          path: `/api${address}`,
          headers: signedInAs(caller),
        }))
      })
    found.push(...(await tooBusy({ name, who: administrator, cases })))
  }
  expect(found).toEqual([])
})

test('no header blocks the event loop for over 50 ms (E6.01)', { timeout: 240_000 }, async () => {
  const { administrator } = await here
  const headers = ['accept', 'accept-encoding', 'accept-language', 'authorization', 'cookie', 'idempotency-key']
  headers.push('if-none-match', 'traceparent', 'user-agent', 'x-forwarded-for', 'x-request-id', 'origin')
  const signs = ['a', ',', ';', ' ;', '=', '; q=0.5,', 'a-', '"', ':', '1.1.1.1,', 'a=b; ', 'Firefox/1 ', '%61']
  const cases = (caller?: Member) =>
    headers.flatMap((header) =>
      signs.flatMap((sign) => {
        const value = `a${sign.repeat(longest / sign.length)}`
        const sent = { ...signedInAs(caller), [header]: header === 'authorization' ? `Bearer ${value}` : value }
        return ['GET /api/users/me', 'POST /api/auth/logout', 'GET /'].map((call) => {
          const [method, path] = call.split(' ') as [string, string]
          return { what: `${header} of ${sign}`, method, path, headers: sent }
        })
      }),
    )
  expect(await tooBusy({ name: 'headers', who: administrator, cases })).toEqual([])
})
