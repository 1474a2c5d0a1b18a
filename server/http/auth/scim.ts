import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorCode, errorStatus } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { scimSchemas, scimType, type ScimError } from '#contract/scim.ts'
import { requireFirstTeam } from '#server/access/first-team.ts'
import { readProvisioningToken } from '#server/access/tokens/provisioning-token.ts'
import { type Provisioner, authenticateProvisioner } from '#server/access/tokens/provisioner.ts'
import { requireProvider } from '#server/config/providers.ts'
import { AppError, scimErrorStatus, ScimFailure } from '#server/errors.ts'
import type { Services } from '#server/services.ts'
import { texts } from '#server/text/texts.ts'
import { readJsonAs } from '#server/http/requests/json-body.ts'
import { languageFrom } from '#server/http/requests/language.ts'
import { failureForPage } from '#server/http/errors/problem.ts'
import { limitCalls } from './call-limit.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The team's directory, set for the calls of SCIM. */
    provisioner: Provisioner
  }
  interface FastifySchema {
    /** Whether the failures of this call have the form of SCIM. */
    isScim?: true
  }
}

/** A member with all attributes has less than 4 KB. */
const scimBodyLargest = 64 * 1_024 // bytes
const valuesAtMost = 2_000

/**
 * Sets up the routes of this instance for SCIM. They require the token of a directory, and send errors in the form of
 * RFC 7644, 3.12. They answer 404 if no OpenID provider of the company is set up. They answer 403 to every team but the
 * first (decision 71).
 */
export function setUpScim(app: FastifyInstance, services: Services): void {
  readJsonAs(app, scimType)
  app.decorateRequest('provisioner', undefined as unknown as Provisioner)
  app.addHook('onRoute', (route) => {
    route.bodyLimit = scimBodyLargest
    route.config = { ...route.config, valuesAtMost }
    if (!route.schema) return
    route.schema.isScim = true
    if (!route.schema['hide']) route.schema.security = [{ provisioning: [] }]
    if (route.schema.body) route.schema.consumes = [scimType, 'application/json']
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    requireProvider(services, 'oidc')
    request.provisioner = await requireProvisioner(request, services)
    await requireFirstTeam(services, request.provisioner)
  })
  app.setErrorHandler(async (error: FastifyError | ScimFailure, request, reply) => {
    const { status, scimType: kind, detail, retryAfter } = scimErrorOf(error, request)
    if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
    if (status === 401) reply.header('www-authenticate', 'Bearer')
    return sendScimError(reply, { status, detail, ...(kind && { scimType: kind }) })
  })
}

/** @throws AppError not_signed_in, token_ended, too_many_calls */
async function requireProvisioner({ headers }: FastifyRequest, services: Services): Promise<Provisioner> {
  const { database, now } = services
  const token = readProvisioningToken(/^Bearer (\S+)$/iu.exec(headers.authorization ?? '')?.[1] ?? '')
  if (!token) throw new AppError('not_signed_in')
  const call = await authenticateProvisioner(database, token, now())
  if (!call) throw new AppError('token_ended')
  const { calls, minuteEnds, provisioner } = call
  const max = limits.provisioningCalls
  limitCalls(services, 'provisioning-calls', { caller: provisioner, calls, max, periodEnds: minuteEnds })
  return provisioner
}

/** The `scimType` (RFC 7644, table 9) of errors that other routes of the API have, too. */
const scimTypes: Partial<Record<ErrorCode, string>> = {
  email_taken: 'uniqueness',
  invalid_input: 'invalidValue',
  invalid_json: 'invalidSyntax',
}

type ErrorAnswer = { status: number; detail: string; scimType?: string; retryAfter?: number | undefined }

function scimErrorOf(error: FastifyError | ScimFailure, request: FastifyRequest): ErrorAnswer {
  const language = languageFrom(request)
  if (error instanceof ScimFailure) {
    const { kind, attribute } = error
    const translate = texts(language)
    const detail = translate(`scim.${kind}`, { attribute })
    const hasScimType = scimErrorStatus[kind] === 400 || kind === 'uniqueness'
    return { status: scimErrorStatus[kind], detail, ...(hasScimType && { scimType: kind }) }
  }
  const { status, message, code, fields, retryAfter } = failureForPage(error, request, language)
  const named = fields.map(({ name }) => name).join(', ')
  const kind = scimTypes[code]
  return { status, detail: named ? `${message} (${named})` : message, ...(kind && { scimType: kind }), retryAfter }
}

function sendScimError(reply: FastifyReply, { status, detail, scimType: kind }: ErrorAnswer) {
  const body: ScimError = {
    schemas: [scimSchemas.error],
    status: String(status),
    ...(kind && { scimType: kind }),
    detail,
  }
  return reply.code(status).type(scimType).serializer(JSON.stringify).send(body)
}

/** The errors that every SCIM route can return, for `openapi.json`. */
const commonErrors: readonly ErrorCode[] = [
  'invalid_input',
  'not_signed_in',
  'not_found',
  'email_taken',
  'too_large',
  'not_json',
  'too_many_calls',
]

/** Describes the errors of a SCIM route by status, for `openapi.json`. */
export const scimErrorAnswers = () =>
  Object.fromEntries(
    [...new Set([...commonErrors.map((code) => errorStatus[code]), ...Object.values(scimErrorStatus)])].map(
      (status) => [
        status,
        {
          description: 'A failure (RFC 7644, 3.12)',
          content: { [scimType]: { schema: { $ref: '#/components/schemas/ScimError' } } },
        },
      ],
    ),
  )
