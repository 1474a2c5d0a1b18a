import { STATUS_CODES } from 'node:http'
import type { FastifySchema } from 'fastify'
import { type ErrorCode, errorStatus } from '#contract/errors.ts'
import type { Problem } from '#contract/problem.ts'
import { texts } from '#server/text/texts.ts'

declare module 'fastify' {
  interface FastifySchema {
    /**
     * The failures that a call may return besides those that follow from its schema. A test fails if a call returns any
     * other.
     */
    problems?: readonly ErrorCode[]
  }
}

const unreadable = ['invalid_json'] as const
const ofBody = ['invalid_input', 'too_large', 'not_json'] as const
const ofSession = [
  'not_signed_in',
  'session_ended',
  'token_ended',
  'sign_in_expired',
  'too_many_calls',
  'too_many_attempts',
] as const
/** Failures of a write with an `Idempotency-Key` (decision 22). */
const ofKey = ['in_progress', 'key_reused'] as const
const ofServer = ['internal', 'busy', 'database_unavailable', 'stopping', 'storage_full'] as const
export const commonErrors: readonly ErrorCode[] = [...unreadable, ...ofServer]

/** @param method in capitals */
export function problemsOf(method: string, schema: FastifySchema): ErrorCode[] {
  const { body, params, querystring, security, byToken, problems = [] } = schema
  const isMember = Boolean(security?.length)
  return [
    ...unreadable,
    ...(body ? ofBody : querystring ? (['invalid_input'] as const) : []),
    ...(params ? (['not_found'] as const) : []),
    ...(isMember ? ofSession : []),
    ...(isMember ? [byToken === 'never' ? ('session_needed' as const) : ('scope_missing' as const)] : []),
    ...(isMember && method !== 'GET' ? ofKey : []),
    ...problems,
  ]
}

/** Describes the failures as responses by status. */
export function problemAnswers(codes: readonly ErrorCode[]) {
  const byStatus = Map.groupBy(new Set(codes), (code) => errorStatus[code])
  return Object.fromEntries(
    [...byStatus].map(([status, ofStatus]) => [
      status,
      {
        description: `${STATUS_CODES[status]}: ${ofStatus.join(', ')}`,
        content: {
          'application/problem+json': {
            schema: { $ref: '#/components/schemas/Problem' },
            examples: Object.fromEntries(ofStatus.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
          },
        },
      },
    ]),
  )
}

/** An example of each failure, in English. */
export const problemExamples = Object.fromEntries(
  (Object.keys(errorStatus) as ErrorCode[]).map((code) => {
    const status = errorStatus[code]
    const message = texts('en')(`errors.${code}`)
    const value: Problem = { type: 'about:blank', title: STATUS_CODES[status]!, status, detail: message, code, message }
    return [code, { summary: message, value }]
  }),
)
