import type { FastifyInstance, HTTPMethods } from 'fastify'
import { expect } from 'vitest'
import { describedCodes } from './described.ts'

// The type is `any`, because tests check the body, and the schemas themselves are under test.
// oxlint-disable-next-line typescript/no-explicit-any
export type Answer = { status: number; body: any; headers: Record<string, string> }
export type Headers = Record<string, string>

/** Calls the app like a browser at this address. @param own headers of every call */
export function client(app: FastifyInstance, address: string, own: Headers = {}) {
  const call = async (method: HTTPMethods, path: string, body?: unknown, headers: Headers = {}): Promise<Answer> => {
    const response = await app.inject({
      method,
      url: `/api${path}`,
      remoteAddress: address,
      headers: { ...own, ...headers },
      ...(body === undefined ? {} : { payload: body as object | string | Buffer }),
    })
    const isJson =
      response.body !== '' &&
      !response.headers['content-encoding'] &&
      /^application\/(?:(?:problem|scim)\+)?json/u.test(String(response.headers['content-type']))
    const answer = isJson ? response.json() : response.body
    const described = answer?.code ? describedCodes(app, method, path) : undefined
    if (described) expect(described, `${method} ${path} names no such failure in its 'problems'`).toContain(answer.code)
    return { status: response.statusCode, body: answer, headers: response.headers as Record<string, string> }
  }
  return methodsOf(call)
}
export type Client = ReturnType<typeof client>

type Call = (method: HTTPMethods, path: string, body?: unknown, headers?: Headers) => Promise<Answer>

const methodsOf = (call: Call) => ({
  call,
  get: (path: string, headers?: Headers) => call('GET', path, undefined, headers),
  post: (path: string, body?: unknown, headers?: Headers) => call('POST', path, body, headers),
  put: (path: string, body?: unknown, headers?: Headers) => call('PUT', path, body, headers),
  patch: (path: string, body?: unknown, headers?: Headers) => call('PATCH', path, body, headers),
  delete: (path: string, headers?: Headers) => call('DELETE', path, undefined, headers),
})

/** Adds cookies to a client. `jar`: the stored cookies by name. */
export function withCookies(caller: Client): Client & { jar: Map<string, string> } {
  const jar = new Map<string, string>()
  const call: Call = async (method, path, body, headers) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await caller.call(method, path, body, { ...headers, ...(cookie ? { cookie } : {}) })
    for (const set of [answer.headers['set-cookie'] ?? []].flat()) {
      const [, name, value] = /^([^=]+)=([^;]*)/u.exec(set)!
      if (value === '') jar.delete(name!)
      else jar.set(name!, value!)
    }
    return answer
  }
  return { ...methodsOf(call), jar }
}
