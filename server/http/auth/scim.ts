import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorCode, errorStatus } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { scimSchemas, scimType, type ScimError } from '#contract/scim.ts'
import { readProvisioningToken } from '#server/access/tokens/provisioning-token.ts'
import { type Provisioner, provisionerOf } from '#server/access/tokens/provisioner.ts'
import { requireProvider } from '#server/config/providers.ts'
import { AppError, scimFaults, ScimFailure } from '#server/errors.ts'
import type { Services } from '#server/services.ts'
import { texts } from '#server/text/texts.ts'
import { readJsonAs } from '#server/http/requests/json-body.ts'
import { languageFrom } from '#server/http/requests/language.ts'
import { failureForPage } from '#server/http/errors/problem.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The team's directory, set for the calls of SCIM. */
    provisioner: Provisioner
  }
  interface FastifySchema {
    /** The failures of this call have the form of SCIM. */
    isScim?: true
  }
}

/** A member with all attributes has less than 4 KB. */
const scimBodyLargest = 64 * 1_024 // bytes
const valuesAtMost = 2_000

/**
 * Makes the calls of this instance speak SCIM: only a directory with its token gets in, and failures have the form of
 * RFC 7644, 3.12. Without a provider of the company's own, each call is 404.
 */
export function speakScim(app: FastifyInstance, services: Services): void {
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
    request.provisioner = await provisioner(request, services)
  })
  app.setErrorHandler(async (error: FastifyError | ScimFailure, request, reply) => {
    const { status, scimType: kind, detail, retryAfter } = faultOf(error, request)
    if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
    if (status === 401) reply.header('www-authenticate', 'Bearer')
    return sendFault(reply, { status, detail, ...(kind && { scimType: kind }) })
  })
}

/** @throws AppError not_signed_in, token_ended, too_many_calls */
async function provisioner({ headers }: FastifyRequest, services: Services): Promise<Provisioner> {
  const { database, logEvent, metrics, now } = services
  const token = readProvisioningToken(/^Bearer (\S+)$/iu.exec(headers.authorization ?? '')?.[1] ?? '')
  if (!token) throw new AppError('not_signed_in')
  const asked = await provisionerOf(database, token, now())
  if (!asked) throw new AppError('token_ended')
  const { calls, minuteEnds, provisioner: found } = asked
  if (calls > limits.provisioningCalls) {
    const limit = 'provisioning-calls'
    metrics.refusals.inc({ limit })
    if (calls === limits.provisioningCalls + 1) logEvent('limit_refused', found, { limit }) // logged once a minute
    throw new AppError('too_many_calls', { retryAfter: Math.ceil((minuteEnds.getTime() - now().getTime()) / 1_000) })
  }
  return found
}

/** The kinds of RFC 7644, table 9, for the failures that the whole API has. */
const kinds: Partial<Record<ErrorCode, string>> = {
  email_taken: 'uniqueness',
  invalid_input: 'invalidValue',
  invalid_json: 'invalidSyntax',
}

type Fault = { status: number; detail: string; scimType?: string; retryAfter?: number | undefined }

function faultOf(error: FastifyError | ScimFailure, request: FastifyRequest): Fault {
  const language = languageFrom(request)
  if (error instanceof ScimFailure) {
    const { fault, attribute } = error
    const speak = texts(language)
    const detail = speak(`scim.${fault}`, { attribute })
    const isKind = scimFaults[fault] === 400 || fault === 'uniqueness'
    return { status: scimFaults[fault], detail, ...(isKind && { scimType: fault }) }
  }
  const { status, message, code, fields, retryAfter } = failureForPage(error, request, language)
  const named = fields.map(({ name }) => name).join(', ')
  const kind = kinds[code]
  return { status, detail: named ? `${message} (${named})` : message, ...(kind && { scimType: kind }), retryAfter }
}

function sendFault(reply: FastifyReply, { status, detail, scimType: kind }: Fault) {
  const body: ScimError = {
    schemas: [scimSchemas.error],
    status: String(status),
    ...(kind && { scimType: kind }),
    detail,
  }
  return reply.code(status).type(scimType).serializer(JSON.stringify).send(body)
}

/** The failures of every call of SCIM, by status, for the description of the API. */
const described: readonly ErrorCode[] = [
  'invalid_input',
  'not_signed_in',
  'not_found',
  'email_taken',
  'too_large',
  'not_json',
  'too_many_calls',
]

/** Describes the failures of a call of SCIM. */
export const scimFaultAnswers = () =>
  Object.fromEntries(
    [...new Set([...described.map((code) => errorStatus[code]), ...Object.values(scimFaults)])].map((status) => [
      status,
      {
        description: 'A failure (RFC 7644, 3.12)',
        content: { [scimType]: { schema: { $ref: '#/components/schemas/ScimError' } } },
      },
    ]),
  )
