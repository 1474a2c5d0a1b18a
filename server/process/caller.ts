import { AsyncLocalStorage } from 'node:async_hooks'

/** `traceparent`: of the current span, if tracing is enabled (`server/tracing/`). */
export type Caller = { ip?: string; reqId?: string | undefined; traceparent?: string | undefined }

/**
 * The current request, set by `server/http/requests/caller.ts`. In a job, `server/jobs/tasks.ts` sets the id of the request that
 * queued it.
 */
export const caller = new AsyncLocalStorage<Caller>()

/** Returns the trace id as a field of a log line. */
export function traceOfCaller() {
  const traceId = caller.getStore()?.traceparent?.split('-')[1]
  return traceId ? { trace_id: traceId } : {}
}
