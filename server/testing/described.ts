import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance, RouteOptions } from 'fastify'
import type { ErrorCode } from '#contract/errors.ts'
import { commonErrors, problemsOf } from '#server/http/openapi/problem-answers.ts'
import { afterwards } from './afterwards.ts'

const known = new WeakMap<FastifyInstance, RouteOptions[]>()

const listen = (message: unknown) => {
  const { fastify } = message as { fastify: FastifyInstance }
  const routes: RouteOptions[] = []
  known.set(fastify, routes)
  fastify.addHook('onRoute', (route) => void routes.push(route))
}
subscribe('fastify.initialization', listen)
afterwards(() => unsubscribe('fastify.initialization', listen))

/** Returns every route of an app, including undocumented ones. Paths are without `/api`. */
export const routesOf = (app: FastifyInstance) =>
  (known.get(app) ?? []).flatMap(({ method: methods, url, schema, bodyLimit }) => {
    const path = url.replace(/^\/api/u, '')
    return [methods].flat().map((method) => ({ name: `${method} ${path}`, method, path, schema, bodyLimit }))
  })

/**
 * Returns the failure codes that the API description lists for a call. Computed from the route, because generating the
 * document takes longer than most tests.
 * @param path the requested path without `/api`
 * @returns undefined if the call is not documented
 */
export function describedCodes(app: FastifyInstance, asked: string, path: string): readonly ErrorCode[] | undefined {
  const described = routesOf(app).filter(({ method, schema }) => method === asked && schema && !schema['hide'])
  const plain = path.split(/[?#]/u, 1)[0]!
  const matches = (of: string) => new RegExp(`^${of.replaceAll(/:\w+/gu, '[^/]+')}$`, 'u').test(plain)
  const route = described.find((each) => each.path === plain) ?? described.find((each) => matches(each.path))
  return route && [...problemsOf(asked, route.schema!), ...commonErrors]
}
