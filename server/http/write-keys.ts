import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { IdempotencyHeader } from '#contract/write-key.ts'
import type { Scope, StoredAnswer, WriteKey } from '#server/access/scope.ts'
import { answerBefore, forgetAnswer, keepAnswer, withWriteKey } from '#server/access/write-key.ts'
import { AnsweredBefore } from '#server/db/write-key.ts'
import { AppError } from '#server/errors.ts'
import type { Services } from '#server/services.ts'

/**
 * Whether the secret of an answer still works, and the caller may have it again.
 * @param answer the body that was sent before
 * @throws AppError what the first request needs, too
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
    /** Lets the next request with the same key go on. */
    endTurn?: () => void
  }
}

const writes = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/**
 * Every route of this instance that writes takes an `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header). The
 * answer is stored, and the same request gets it again without running. Stands behind `requireSession`.
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

/** Stores what a write with a key is answered. Must be added before the hook that compresses answers. */
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
  if (!writeKey || reply.isReplayed || reply.statusCode >= 500) return // of our failure nobody knows what was committed
  const work =
    reply.statusCode < 400 ? keepAnswer(services, writeKey, answerOf(reply, payload)) : forgetAnswer(services, writeKey)
  await work.catch((error: unknown) => log.warn({ err: error }, 'answer not stored'))
}

const longestWaitMs = 2_000

/**
 * Lets one request with a key run at a time in this process. Most routes also lock the key in the transaction that stores
 * their answer; the others, such as an import, know their answer only after it.
 * @returns what ends the turn
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

/** @throws AppError key_reused: the answer has a secret that no longer works */
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

/** Returns the answer that a route will send, from what it returns. */
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

/** Returns the hash of a file: to write its 8 MiB as JSON would take the event loop 180 ms (E6.01). */
const shortened = (body: unknown) => (typeof body === 'string' ? createHash('sha256').update(body).digest('hex') : body)
