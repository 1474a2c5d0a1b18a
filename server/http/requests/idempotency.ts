import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { IdempotencyHeader } from '#contract/idempotency-key.ts'
import type { Scope, StoredAnswer, WriteKey } from '#server/access/scope.ts'
import { answerBefore, forgetAnswer, saveAnswer, withWriteKey } from '#server/access/idempotency.ts'
import { AnsweredBefore } from '#server/db/idempotency.ts'
import { AppError } from '#server/errors.ts'
import type { Services } from '#server/services.ts'

/**
 * Returns whether the secret in a stored response still works, so that it may be repeated.
 * @param answer the stored body
 * @throws AppError for the same reasons as the first request
 */
export type IsSecretAlive = (services: Services, scope: Scope, answer: never) => Promise<boolean>

declare module 'fastify' {
  interface FastifySchema {
    isSecretAlive?: IsSecretAlive
  }
  interface FastifyReply {
    isReplayed?: true
  }
  interface FastifyRequest {
    /** Starts the next request with the same key. */
    endTurn?: () => void
  }
}

const writes = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/**
 * Makes every write of this instance accept an `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header). A repeat
 * gets the stored response without running. Must be registered after `requireSession`.
 */
export function takeWriteKeys(app: FastifyInstance, services: Services) {
  const takeTurn = openTurns()
  app.addHook('onRoute', ({ method, schema }) => {
    if (schema && [method].flat().some((name) => writes.has(name))) schema.headers = IdempotencyHeader
  })
  app.addHook('preHandler', async (request, reply) => {
    const { method, url, body, headers } = request
    const key = headers['idempotency-key']
    if (typeof key !== 'string' || !writes.has(method)) return
    request.endTurn = await takeTurn([request.scope.teamId, request.scope.userId, key].join(' '))
    const sent = JSON.stringify([method, url, shortened(body)])
    const scope = withWriteKey(services, request.scope, { key, sent, answerOf: answersOf(request, reply) })
    const before = await answerBefore(services, scope.writeKey)
    if (before) return sendAgain(services, request, reply, before)
    request.scope = scope
  })
  app.setErrorHandler(async (error, request, reply) => {
    if (error instanceof AnsweredBefore) return sendAgain(services, request, reply, error.answer)
    throw error
  })
}

/** Stores the response of a write with a key. Must be added before the hook that compresses responses. */
export function storeAnswers(app: FastifyInstance, services: Services) {
  app.addHook('onSend', async (request, reply, payload) => {
    await storeAnswer(services, request, reply, payload)
    request.endTurn?.()
  })
}

async function storeAnswer(
  services: Services,
  { scope, log }: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<void> {
  const writeKey = scope?.writeKey
  // after a server failure it is unknown what was committed
  if (!writeKey || reply.isReplayed || reply.statusCode >= 500) return
  const work =
    reply.statusCode < 400 ? saveAnswer(services, writeKey, answerOf(reply, payload)) : forgetAnswer(services, writeKey)
  await work.catch((error: unknown) => log.warn({ err: error }, 'the response could not be stored for retries'))
}

const longestWaitMs = 2_000

/**
 * Runs one request per key at a time in this process. Most routes also lock the key in the transaction that stores
 * their response. Other routes, such as an import, know their response only afterwards, so they need this limit.
 * @returns a function that ends the turn
 * @throws AppError in_progress
 */
function openTurns() {
  const turns = new Map<string, Promise<void>>()
  return async (key: string): Promise<() => void> => {
    let until: AbortSignal | undefined
    for (let other = turns.get(key); other; other = turns.get(key)) {
      until ??= AbortSignal.timeout(longestWaitMs)
      await Promise.race([other, once(until, 'abort')])
      if (until.aborted) throw new AppError('in_progress', { retryAfter: 1 })
    }
    const { promise, resolve } = Promise.withResolvers<void>()
    turns.set(key, promise)
    return () => {
      turns.delete(key)
      resolve()
    }
  }
}

/** @throws AppError key_reused if the secret in the response no longer works */
async function sendAgain(
  services: Services,
  { scope, routeOptions: { schema } }: FastifyRequest,
  reply: FastifyReply,
  { status, headers, body }: StoredAnswer,
) {
  const isAlive = await schema?.isSecretAlive?.(services, scope, JSON.parse(body ?? 'null') as never)
  if (isAlive === false) throw new AppError('key_reused')
  reply.isReplayed = true
  return reply.code(status).headers(headers).header('idempotency-replayed', 'true').send(body)
}

const statusOf = ({ routeOptions: { schema } }: FastifyRequest) =>
  Number(Object.keys(schema?.response ?? {}).find((status) => status.startsWith('2')) ?? 200)

/** Returns a function that creates the response from a route's return value. */
function answersOf(request: FastifyRequest, reply: FastifyReply): WriteKey['answerOf'] {
  const status = statusOf(request)
  if (status === 204) return () => ({ status, headers: {}, body: undefined })
  const headers = { 'content-type': 'application/json; charset=utf-8' }
  return (body) => ({
    status,
    headers,
    body: reply.serializeInput(body as Record<string, unknown>, String(status)) as string,
  })
}

function answerOf(reply: FastifyReply, payload: unknown): StoredAnswer {
  const isEmpty = reply.statusCode === 204
  const kept = [...(isEmpty ? [] : ['content-type']), 'location', 'set-cookie']
  const headers = kept.flatMap((name) => {
    const value = reply.getHeader(name)
    return value === undefined ? [] : [[name, Array.isArray(value) ? value : String(value)] as const]
  })
  const body = typeof payload === 'string' && !isEmpty ? payload : undefined
  return { status: reply.statusCode, headers: Object.fromEntries(headers), body }
}

/**
 * Replaces the text of a file by its hash: serializing its 8 MiB as JSON would block the event loop for 180 ms (E6.01).
 */
const shortened = (body: unknown) => (typeof body === 'string' ? createHash('sha256').update(body).digest('hex') : body)
