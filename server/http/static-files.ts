import serveFolder from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const forever = 'public, max-age=31536000, immutable' // the names of these files change with their content

/**
 * Serves the built browser application; any path that is neither a file nor of the API is one of its screens.
 * @param root the folder of the build; absent where only the API is served
 * @param notFound answers everything else
 */
export async function serveFiles(
  app: FastifyInstance,
  root: string | undefined,
  notFound: (request: FastifyRequest, reply: FastifyReply) => FastifyReply,
) {
  if (root)
    await app.register(serveFolder, {
      root,
      index: 'index.html',
      preCompressed: true,
      cacheControl: false,
      globIgnore: ['**/*.br', '**/*.gz', '.vite/**'],
      wildcard: false,
      setHeaders: (reply, path) => {
        reply.header('cache-control', /[\\/]assets[\\/]/u.test(path) ? forever : 'no-cache')
      },
    })
  app.setNotFoundHandler((request, reply) => {
    if (root && isScreen(request)) return reply.sendFile('index.html')
    return notFound(request, reply)
  })
}

/** A browser that goes somewhere, not a script that asks for a file which is gone. */
const isScreen = ({ method, url, headers }: FastifyRequest) =>
  (method === 'GET' || method === 'HEAD') &&
  !/^\/(?:api|assets)(?:\/|$|\?)/u.test(url) &&
  ((headers.accept ?? '').includes('text/html') || (method === 'HEAD' && /^\/(?:$|\?)/u.test(url)))
