import { STATUS_CODES } from 'node:http'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors, type ZodFastifySchemaValidationError } from 'fastify-type-provider-zod'
import { errorStatus, type ErrorCode, type FieldErrorCode, fieldErrorCodes } from '#contract/errors.ts'
import type { Language } from '#contract/languages.ts'
import type { Problem } from '#contract/problem.ts'
import { isDeleted } from '#server/access/membership.ts'
import type { Scope } from '#server/access/scope.ts'
import type { Database } from '#server/db/database.ts'
import { databaseFailure } from '#server/db/failures.ts'
import { boundLines } from '#server/bound-lines.ts'
import { AppError, ProviderFailure } from '#server/errors.ts'
import { texts } from '#server/texts.ts'
import { languageFrom } from './language.ts'
import { tryAgainAt } from './try-again.ts'

type Field = { name: string; code: FieldErrorCode }
type Failure = {
  code: ErrorCode
  fields: Field[]
  retryAfter?: number | undefined
  /** The end of that time, in words. */
  until?: string
  /** Where an outside service failed, its name and why: its own sentence. */
  because?: Pick<ProviderFailure, 'provider' | 'reason'>
}

/**
 * Answers every failure as problem+json in the caller's language (RFC 9457). Logs failures of ours with their cause.
 * @param defaultZone for callers that send no time zone
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

/** A write of a member who is deleted meanwhile fails in many ways: on a foreign key, or as its row is missing. */
async function withoutDeleted(database: Database, scope: Scope | undefined, failure: Failure): Promise<Failure> {
  if (failure.code !== 'internal' || !scope) return failure
  const isGone = await isDeleted(database, scope).catch(() => false)
  return isGone ? { code: scope.tokenScopes ? 'token_ended' : 'session_ended', fields: [] } : failure
}

/** For what answers with a page: the status and the one sentence about an error, which is logged like any other. */
export function failureForPage(error: FastifyError, request: FastifyRequest, language: Language) {
  const failure = failureOf(error, request)
  logFailure(error, request, failure)
  return { status: errorStatus[failure.code], message: sentenceOf(failure, language) }
}

/** What is the server's to mend, or a service's that it needs; that it stops it was asked to. */
const isLogged = ({ code }: Pick<Failure, 'code'>) => errorStatus[code] >= 500 && code !== 'stopping'

/** Strangers can cause such failures: they return from a provider with nonsense, or ask while the disk is full. */
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

const isLimit = (code: ErrorCode): code is 'too_many_attempts' | 'too_many_letters' | 'too_many_calls' =>
  code === 'too_many_attempts' || code === 'too_many_letters' || code === 'too_many_calls'

function sentenceOf({ code, because, until }: Failure, language: Language): string {
  const speak = texts(language)
  if (until !== undefined && isLimit(code)) return speak(`refusedUntil.${code}`, { time: until })
  return because ? speak(`providerFailures.${because.reason}`, { provider: because.provider }) : speak(`errors.${code}`)
}

export function sendProblem(request: FastifyRequest, reply: FastifyReply, failure: Failure) {
  const problem = problemOf(failure, languageFrom(request))
  if (isLogged(failure)) problem.request_id = request.id
  if (failure.retryAfter !== undefined) reply.header('retry-after', failure.retryAfter)
  // No cache may keep it: a file that is missing now may be there with the next release.
  return reply.header('cache-control', 'no-store').code(problem.status).type('application/problem+json').send(problem)
}

export function problemOf(failure: Failure, language: Language, status: number = errorStatus[failure.code]): Problem {
  const { code, fields } = failure
  const speak = texts(language)
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
      message: speak(`fieldErrors.${field.code}`),
    }))
  return problem
}

/** Seconds after which a client may ask again: by then the database is usually back; room has to be made by somebody. */
const databaseReturns = { database_away: 2, busy: 2, storage_full: 30 }

function failureOf(error: FastifyError | AppError, request: FastifyRequest): Failure {
  if (error instanceof ProviderFailure) {
    const { code, retryAfter, provider, reason } = error
    return { code, fields: [], retryAfter, because: { provider, reason } }
  }
  if (error instanceof AppError)
    return { code: error.code, fields: error.field ? [error.field] : [], retryAfter: error.retryAfter }
  if (hasZodFastifySchemaValidationErrors(error)) {
    // An id that cannot be one names nothing.
    if (error.validationContext === 'params') return { code: 'not_found', fields: [] }
    const sent = sentIn(request, error.validationContext)
    const fields = error.validation.map((issue) => fieldOf(issue, sent))
    return { code: 'invalid_input', fields: firstOfEach(fields) }
  }
  // Fastify gives a status to failures of the request's own body. Their connection was the client's, not the database's.
  const trouble = error.statusCode === undefined ? databaseFailure(error) : undefined
  if (trouble) return { code: trouble, fields: [], retryAfter: databaseReturns[trouble] }
  return { code: codeOf(error), fields: [] }
}

function sentIn(request: FastifyRequest, context: string | undefined): unknown {
  if (context === 'querystring') return request.query
  return context === 'headers' ? request.headers : request.body
}

/** What Fastify itself refuses, by status; its own words never reach the caller. */
function codeOf({ statusCode = 500 }: FastifyError): ErrorCode {
  if (statusCode === 413) return 'too_large'
  if (statusCode === 415) return 'not_json'
  if (statusCode === 404) return 'not_found'
  if (statusCode === 405) return 'method_not_allowed'
  return statusCode >= 400 && statusCode < 500 ? 'invalid_json' : 'internal'
}

const isFieldErrorCode = (text: string | undefined): text is FieldErrorCode =>
  fieldErrorCodes.some((code) => code === text)

/** `contract/fields.ts` puts the code where Zod puts a message; what Zod found by itself is named by its kind. */
function fieldOf({ instancePath, message, keyword }: ZodFastifySchemaValidationError, sent: unknown): Field {
  const path = instancePath.split('/').filter((part) => part !== '')
  const name = path.join('.') || 'body' // the whole of it is wrong, such as a list
  if (valueAt(sent, path) === undefined) return { name, code: 'required' }
  if (isFieldErrorCode(message)) return { name, code: message }
  if (keyword === 'too_small' || keyword === 'too_big') return { name, code: 'out_of_range' }
  return { name, code: 'invalid' }
}

const valueAt = (sent: unknown, path: string[]): unknown =>
  path.reduce((value, key) => (value as Record<string, unknown> | null | undefined)?.[key], sent)

/** One sentence a field: the first thing that is wrong with it. */
const firstOfEach = (fields: Field[]) =>
  [...new Map(fields.toReversed().map((field) => [field.name, field])).values()].toReversed()
