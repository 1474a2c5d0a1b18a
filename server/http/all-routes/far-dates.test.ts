import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { routesOf } from '#server/testing/described.ts'
import { ownPath } from '#server/testing/measured-team.ts'
import { team } from '#server/testing/team.ts'

const days = ['0001-01-01', '0001-12-31', '0002-01-01', '9998-12-31', '9999-01-01', '9999-12-31']
type Properties = Record<string, { format?: string; pattern?: string; anyOf?: { format?: string }[] }>

/** Returns the queries that have each far day in one parameter, and in all parameters. */
function queriesOf(schema: unknown): string[] {
  const { properties = {} } = z.toJSONSchema(schema as z.ZodMiniType, { io: 'input' }) as { properties?: Properties }
  const dates = Object.keys(properties).filter((name) => /date|from|until|since|month|week|day/u.test(name))
  return days.flatMap((day) => {
    const each = dates.flatMap((name) => [`?${name}=${day}`, `?${name}=${day.slice(0, 7)}`])
    return [...each, `?${dates.map((name) => `${name}=${day}`).join('&')}`]
  })
}

test.each(['Asia/Tokyo', 'Pacific/Kiritimati', 'America/Los_Angeles'])(
  'every GET call works on the first and last accepted day in the time zone %s',
  async (timeZone) => {
    const { app, member } = await team({ now: new Date('2026-11-20T03:00:00Z'), timeZone })
    const { get } = await member()
    const failed: string[] = []
    for (const { name, method, path, schema } of routesOf(app)) {
      if (method !== 'GET' || !schema || schema['hide'] || path === '/events') continue
      const paths = /:(?:date|month|week)/u.test(path)
        ? days.map((day) => path.replace(/:date|:week/u, day).replace(':month', day.slice(0, 7)))
        : [await ownPath(path, undefined)]
      for (const one of paths)
        for (const query of schema.querystring ? queriesOf(schema.querystring) : ['']) {
          const { status } = await get(one + query)
          if (status >= 500) failed.push(`${name} ${one}${query}: ${status}`)
        }
    }
    expect(failed).toEqual([])
  },
)
