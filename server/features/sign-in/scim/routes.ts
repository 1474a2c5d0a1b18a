import type { FastifyReply } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import {
  ScimDefinition,
  ScimDefinitions,
  ScimPatch,
  ScimQuery,
  ScimSearch,
  ScimSelection,
  scimType,
  ScimUser,
  ScimUserDraft,
  ScimUsers,
} from '#contract/scim.ts'
import { AppError, ScimFailure } from '#server/errors.ts'
import { noContent } from '#server/http/responses/no-content.ts'
import { setUpScim } from '#server/http/auth/scim.ts'
import type { Services } from '#server/services.ts'
import * as scim from './operations.ts'

const listOf = (names: string | undefined) => (names ?? '').split(',').flatMap((name) => name.trim() || [])
const selectionOf = ({ attributes, excludedAttributes }: ScimSelection) => ({
  attributes: listOf(attributes),
  excluded: listOf(excludedAttributes),
})
const parseInteger = (text: string | undefined) => (text === undefined ? undefined : Number(text))

const answering = <Answer extends z.core.$ZodType>(schema: Answer) => ({ content: { [scimType]: { schema } } })

function send(reply: FastifyReply, { version, location, user }: scim.Answer): ScimUser {
  reply.headers({ etag: version, location }).type(scimType)
  return user
}

/**
 * Routes of SCIM 2.0 (RFC 7643, 7644) for the company's directory (N17.05). They answer 404 if no OIDC provider is set
 * up.
 */
export const scimRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  setUpScim(app, services)
  const params = z.object({ id: z.string() })
  const one = { 200: answering(ScimUser) }

  app.get(
    '/scim/v2/Users',
    { schema: { summary: 'The members of the team', querystring: ScimQuery, response: { 200: answering(ScimUsers) } } },
    async ({ provisioner, query }, reply) => {
      reply.type(scimType)
      const { startIndex, count, ...search } = query
      const page = { startIndex: parseInteger(startIndex), count: parseInteger(count) }
      return scim.listUsers(services, provisioner, { ...search, ...page, selection: selectionOf(query) })
    },
  )

  app.post(
    '/scim/v2/Users/.search',
    {
      schema: { summary: 'Search the members of the team', body: ScimSearch, response: { 200: answering(ScimUsers) } },
    },
    async ({ provisioner, body }, reply) => {
      reply.type(scimType)
      const { attributes = [], excludedAttributes: excluded = [], ...search } = body
      return scim.listUsers(services, provisioner, { ...search, selection: { attributes, excluded } })
    },
  )

  app.post(
    '/scim/v2/Users',
    {
      schema: {
        summary: 'Make a member',
        querystring: ScimSelection,
        body: ScimUserDraft,
        response: { 201: answering(ScimUser) },
      },
    },
    async ({ provisioner, query, body }, reply) => {
      reply.code(201)
      return send(reply, await scim.createUser(services, provisioner, body, selectionOf(query)))
    },
  )

  app.get(
    '/scim/v2/Users/:id',
    {
      schema: { summary: 'A member', params, querystring: ScimSelection, response: { ...one, 304: z.null() } },
    },
    async ({ provisioner, headers, query, params: { id } }, reply) => {
      const answer = await scim.readUser(services, provisioner, id, selectionOf(query))
      const known = headers['if-none-match']
      if (known === undefined || !scim.matchesVersion(known, answer.version)) return send(reply, answer)
      return reply.code(304).header('etag', answer.version).send(null)
    },
  )

  app.put(
    '/scim/v2/Users/:id',
    { schema: { summary: 'Replace a member', params, querystring: ScimSelection, body: ScimUserDraft, response: one } },
    async ({ provisioner, headers, query, body, params: { id } }, reply) => {
      const replacement = { draft: body, ifMatch: headers['if-match'], selection: selectionOf(query) }
      return send(reply, await scim.replaceUser(services, provisioner, id, replacement))
    },
  )

  app.patch(
    '/scim/v2/Users/:id',
    { schema: { summary: 'Change a member', params, querystring: ScimSelection, body: ScimPatch, response: one } },
    async ({ provisioner, headers, query, body, params: { id } }, reply) => {
      const request = { patch: body, ifMatch: headers['if-match'], selection: selectionOf(query) }
      return send(reply, await scim.patchUser(services, provisioner, id, request))
    },
  )

  app.delete(
    '/scim/v2/Users/:id',
    { schema: { summary: 'Deactivate a member; the reports stay', params, response: { 204: z.null() } } },
    async ({ provisioner, headers, params: { id } }, reply) =>
      noContent(reply, scim.deleteUser(services, provisioner, id, headers['if-match'])),
  )

  app.get(
    '/scim/v2/ServiceProviderConfig',
    {
      schema: {
        summary: 'The features of SCIM that the service supports',
        response: { 200: answering(ScimDefinition) },
      },
    },
    async (_request, reply) => {
      reply.type(scimType)
      return scim.readConfig(services)
    },
  )

  for (const [kind, summary] of [
    ['ResourceTypes', 'resource type'],
    ['Schemas', 'schema'],
  ] as const) {
    app.get(
      `/scim/v2/${kind}`,
      { schema: { summary: `Every ${summary}`, response: { 200: answering(ScimDefinitions) } } },
      async (_request, reply) => {
        reply.type(scimType)
        return scim.listDefinitions(services, kind)
      },
    )
    app.get(
      `/scim/v2/${kind}/:id`,
      { schema: { summary: `One ${summary}`, params, response: { 200: answering(ScimDefinition) } } },
      async ({ params: { id } }, reply) => {
        reply.type(scimType)
        return scim.readDefinition(services, kind, id)
      },
    )
  }

  // Answers 501, because a service without this resource should do so (RFC 7644, 3.11).
  app.all('/scim/v2/Me', { schema: { hide: true } }, () => {
    throw new ScimFailure('unsupported', '/Me')
  })
  app.all('/scim/v2/*', { schema: { hide: true } }, () => {
    throw new AppError('not_found')
  })
}
