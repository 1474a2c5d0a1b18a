import { STATUS_CODES } from 'node:http'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors, type ZodFastifySchemaValidationError } from 'fastify-type-provider-zod'
import { errorStatus, type ErrorCode, type FieldErrorCode, fieldErrorCodes } from '#contract/errors.ts'
import type { Language } from '#contract/languages.ts'
import type { Problem } from '#contract/problem.ts'
import { isDeleted } from '#server/access/membership.ts'
import type { Scope } from '#server/access/scope.ts'
import type { Database } from '#server/db/database.ts'
import { databaseFailure } from '#server/db/driver/failures.ts'
import { boundLines } from '#server/process/bound-lines.ts'
import { AppError, ProviderFailure } from '#server/errors.ts'
import { texts } from '#server/text/texts.ts'
import { languageFrom } from '../requests/language.ts'
import { tryAgainAt } from '../responses/try-again.ts'

type Field = { name: string; code: FieldErrorCode }
type Failure = {
  code: ErrorCode
  fields: Field[]
  retryAfter?: number | undefined
  /** The time of the next attempt, in words. */
  until?: string
  /** The provider and reason of a failed call to an external service. They have a message of their own. */
  because?: Pick<ProviderFailure, 'provider' | 'reason'>
}

/**
 * Answers every failure as problem+json in the caller's language (RFC 9457). Logs server failures with their cause.
 * @param defaultZone the time zone for callers that send none
 */
export function answerProblems(
  app: FastifyInstance,
  { database, defaultZone, now }: { database: Database; defaultZone: string; now: () => Date },
) {
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    const failure = await withoutDeleted(database, request.scope, failureOf(error, request))
    logFailure(error, request, failure)
    const { retryAfter: wait } = failure
    if (wait !== undefined)
      failure.until = tryAgainAt(request, languageFrom(request), { wait, now: now(), defaultZone })
    return sendProblem(request, reply, failure)
  })
}

/**
 * Reports that access has ended if the caller was deleted during the request. The request can then fail in many ways,
 * for example on a foreign key or a missing row.
 */
async function withoutDeleted(database: Database, scope: Scope | undefined, failure: Failure): Promise<Failure> {
  if (failure.code !== 'internal' || !scope) return failure
  const isGone = await isDeleted(database, scope).catch(() => false)
  return isGone ? { code: scope.tokenScopes ? 'token_ended' : 'session_ended', fields: [] } : failure
}

/** Returns a failure for an answer in another form than problem+json, and logs it as usual. */
export function failureForPage(error: FastifyError, request: FastifyRequest, language: Language) {
  const failure = failureOf(error, request)
  logFailure(error, request, failure)
  const { code, fields, retryAfter } = failure
  return { status: errorStatus[code], message: sentenceOf(failure, language), code, fields, retryAfter }
}

/** Returns whether the server or an external service failed, except during a shutdown. */
const isLogged = ({ code }: Pick<Failure, 'code'>) => errorStatus[code] >= 500 && code !== 'stopping'

/**
 * Limits the log lines, because strangers can cause these failures: by a forged provider response, or while the disk is
 * full.
 */
const bounds = new WeakMap<FastifyInstance['server'], Record<'failures' | 'troubles', ReturnType<typeof boundLines>>>()
function boundsOf({ server: { server } }: FastifyRequest) {
  const bound = bounds.get(server) ?? { failures: boundLines(10), troubles: boundLines(1) }
  bounds.set(server, bound)
  return bound
}

function logFailure(error: FastifyError, request: FastifyRequest, failure: Failure) {
  const { code, because } = failure
  if (because)
    boundsOf(request).failures(`${code} ${because.provider} ${because.reason}`, (count) =>
      request.log[because.reason === 'misconfigured' ? 'error' : 'warn'](
        { ...because, cause: error.cause, ...(count && { count }) },
        code,
      ),
    )
  else if (code in databaseReturns)
    boundsOf(request).troubles(code, (count) =>
      request.log.warn({ reason: error.message, ...(count && { count }) }, code),
    )
  else if (isLogged(failure))
    boundsOf(request).failures(`${code} ${request.method} ${request.routeOptions.url} ${error.name}`, (count) =>
      request.log.error({ err: error, ...(count && { count }) }, code),
    )
}

const isLimit = (code: ErrorCode): code is 'too_many_attempts' | 'too_many_emails' | 'too_many_calls' =>
  code === 'too_many_attempts' || code === 'too_many_emails' || code === 'too_many_calls'

function sentenceOf({ code, because, until }: Failure, language: Language): string {
  const translate = texts(language)
  if (until !== undefined && isLimit(code)) return translate(`refusedUntil.${code}`, { time: until })
  return because
    ? translate(`providerFailures.${because.reason}`, { provider: because.provider })
    : translate(`errors.${code}`)
}

export function sendProblem(request: FastifyRequest, reply: FastifyReply, failure: Failure) {
  const problem = problemOf(failure, languageFrom(request))
  if (isLogged(failure)) problem.request_id = request.id
  if (failure.retryAfter !== undefined) reply.header('retry-after', failure.retryAfter)
  // Must not be cached: a missing file may exist in the next release.
  return reply.header('cache-control', 'no-store').code(problem.status).type('application/problem+json').send(problem)
}

export function problemOf(failure: Failure, language: Language, status: number = errorStatus[failure.code]): Problem {
  const { code, fields } = failure
  const translate = texts(language)
  const message = sentenceOf(failure, language)
  const problem: Problem = {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: message,
    code,
    message,
  }
  if (fields.length > 0)
    problem.errors = fields.map((field) => ({
      field: field.name,
      code: field.code,
      message: translate(`fieldErrors.${field.code}`),
    }))
  return problem
}

/**
 * The seconds before a retry. After two seconds the database is usually back. A full disk takes longer, because an
 * operator must free space.
 */
const databaseReturns = { database_unavailable: 2, busy: 2, storage_full: 30 }

function failureOf(error: FastifyError | AppError, request: FastifyRequest): Failure {
  if (error instanceof ProviderFailure) {
    const { code, retryAfter, provider, reason } = error
    return { code, fields: [], retryAfter, because: { provider, reason } }
  }
  if (error instanceof AppError)
    return { code: error.code, fields: error.field ? [error.field] : [], retryAfter: error.retryAfter }
  if (hasZodFastifySchemaValidationErrors(error)) {
    // An invalid id in the path cannot identify a record.
    if (error.validationContext === 'params') return { code: 'not_found', fields: [] }
    const sent = sentIn(request, error.validationContext)
    const fields = error.validation.map((issue) => fieldOf(issue, sent))
    return { code: 'invalid_input', fields: firstOfEach(fields) }
  }
  // Errors with a status come from reading the request's body: the client's connection failed, not the database's.
  const trouble = error.statusCode === undefined ? databaseFailure(error) : undefined
  if (trouble) return { code: trouble, fields: [], retryAfter: databaseReturns[trouble] }
  return { code: codeOf(error), fields: [] }
}

function sentIn(request: FastifyRequest, context: string | undefined): unknown {
  if (context === 'querystring') return request.query
  return context === 'headers' ? request.headers : request.body
}

/** Maps Fastify's own errors by status. Their messages must not reach the caller. */
function codeOf({ statusCode = 500 }: FastifyError): ErrorCode {
  if (statusCode === 413) return 'too_large'
  if (statusCode === 415) return 'not_json'
  if (statusCode === 404) return 'not_found'
  if (statusCode === 405) return 'method_not_allowed'
  return statusCode >= 400 && statusCode < 500 ? 'invalid_json' : 'internal'
}

const isFieldErrorCode = (text: string | undefined): text is FieldErrorCode =>
  fieldErrorCodes.some((code) => code === text)

/**
 * Returns the invalid field and its error code. `contract/fields.ts` sets a code instead of Zod's message; other
 * messages are mapped by their kind.
 */
function fieldOf({ instancePath, message, keyword }: ZodFastifySchemaValidationError, sent: unknown): Field {
  const path = instancePath.split('/').filter((part) => part !== '')
  const name = path.join('.') || 'body' // the whole body is wrong, such as a list
  if (valueAt(sent, path) === undefined) return { name, code: 'required' }
  if (isFieldErrorCode(message)) return { name, code: message }
  if (keyword === 'too_small' || keyword === 'too_big') return { name, code: 'out_of_range' }
  return { name, code: 'invalid' }
}

const valueAt = (sent: unknown, path: string[]): unknown =>
  path.reduce((value, key) => (value as Record<string, unknown> | null | undefined)?.[key], sent)

/** Keeps the first error of each field. */
const firstOfEach = (fields: Field[]) =>
  [...new Map(fields.toReversed().map((field) => [field.name, field])).values()].toReversed()
