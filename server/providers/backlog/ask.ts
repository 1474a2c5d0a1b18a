import limitTo, { type LimitFunction } from 'p-limit'
import * as z from 'zod/mini'
import { list } from '#contract/fields.ts'
import { call } from '../call.ts'
import { parseResponse } from '../issue.ts'
import type { Site } from '../tracker-site.ts'

export type BacklogAccount = { site: Site; apiKey: string }

/** One queue per space: Nulab asks clients to send one request at a time, and limits by IP address, not by key. */
const queues = new Map<string, LimitFunction>()

function queueOf({ origin }: Site): LimitFunction {
  const queue = queues.get(origin) ?? limitTo(1)
  queues.set(origin, queue)
  return queue
}

/** Sends a request after the earlier ones to the same space. @throws ProviderFailure */
export async function ask<Schema extends z.core.$ZodType>(
  { site, apiKey }: BacklogAccount,
  path: string,
  schema: Schema,
  query: [string, string | number][],
  signal: AbortSignal,
): Promise<z.output<Schema>> {
  const url = new URL(`/api/v2${path}`, site.origin)
  for (const [name, value] of query) url.searchParams.append(name, String(value))
  const queue = queueOf(site)
  try {
    const { body } = await queue(() =>
      call('Backlog', url, {
        headers: { 'backlog-api-key': apiKey },
        guarded: site.guarded,
        reasonFor: ({ body: answer }) => reasons.get(understoodCode(answer) ?? 0),
        signal,
      }),
    )
    return parseResponse('Backlog', schema, body)
  } finally {
    if (queue.activeCount + queue.pendingCount === 0) queues.delete(site.origin)
  }
}

/** Backlog's error codes that say more than the HTTP status. */
const reasons = new Map([
  [5, 'forbidden'],
  [6, 'not_found'],
  [11, 'unauthorized'],
  [13, 'rate_limited'],
] as const) as ReadonlyMap<number, 'forbidden' | 'not_found' | 'unauthorized' | 'rate_limited'>

const understoodCode = (answer: unknown): number | undefined =>
  z.safeParse(z.object({ errors: list(z.array(z.object({ code: z.int() })), 100) }), answer).data?.errors[0]?.code
