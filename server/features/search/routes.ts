import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { SearchQuery, SearchResults } from '#contract/search.ts'
import { answering } from '#server/http/responses/answering.ts'
import { goneSignal } from '#server/http/requests/gone.ts'
import type { Services } from '#server/services.ts'
import { readResults } from './operations.ts'

export const searchRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  app.get(
    '/search',
    answering('Search the texts of my team; each result has all of the words, newest first', SearchResults, {
      querystring: SearchQuery,
    }),
    async (request, reply) => readResults(services, request.scope, request.query, goneSignal(reply)),
  )
}
