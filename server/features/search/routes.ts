import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { SearchQuery, SearchResults } from '#contract/search.ts'
import type { Services } from '#server/services.ts'
import { readResults } from './operations.ts'

export const searchRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  app.get(
    '/search',
    {
      schema: {
        summary: 'What the team has written that holds all of the words, newest first',
        querystring: SearchQuery,
        response: { 200: SearchResults },
      },
    },
    async (request) => readResults(services, request.scope, request.query),
  )
}
