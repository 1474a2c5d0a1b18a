import type { FastifyInstance, HTTPMethods } from 'fastify'

// `any`: a test says what it expects of a body, and the schemas are what it tests.
// oxlint-disable-next-line typescript/no-explicit-any
export type Answer = { status: number; body: any; headers: Record<string, string> }
export type Headers = Record<string, string>

/** Speaks to the app as a browser at this address would. @param own headers of every call */
export function client(app: FastifyInstance, address: string, own: Headers = {}) {
  const call = async (method: HTTPMethods, path: string, body?: unknown, headers: Headers = {}): Promise<Answer> => {
    const response = await app.inject({
      method,
      url: `/api${path}`,
      remoteAddress: address,
      headers: { ...own, ...headers },
      ...(body === undefined ? {} : { payload: body as object | string | Buffer }),
    })
    const isJson = /^application\/(?:problem\+)?json/u.test(String(response.headers['content-type']))
    return {
      status: response.statusCode,
      body: isJson ? response.json() : response.body,
      headers: response.headers as Record<string, string>,
    }
  }
  return {
    call,
    get: (path: string, headers?: Headers) => call('GET', path, undefined, headers),
    post: (path: string, body?: unknown, headers?: Headers) => call('POST', path, body, headers),
    put: (path: string, body?: unknown, headers?: Headers) => call('PUT', path, body, headers),
    patch: (path: string, body?: unknown, headers?: Headers) => call('PATCH', path, body, headers),
    delete: (path: string, headers?: Headers) => call('DELETE', path, undefined, headers),
  }
}
export type Client = ReturnType<typeof client>
