import { AsyncLocalStorage } from 'node:async_hooks'

/** `traceparent`: of the span that is under way, where traces are recorded (`server/tracing/`). */
export type Caller = { ip?: string; reqId?: string | undefined; traceparent?: string | undefined }

/** Whose request is under way: set for each by `server/http/caller.ts`; in a job, by `server/jobs/tasks.ts`, only which one asked for it. */
export const caller = new AsyncLocalStorage<Caller>()

/** For a line of the log. */
export function traceOfCaller() {
  const traceId = caller.getStore()?.traceparent?.split('-')[1]
  return traceId ? { trace_id: traceId } : {}
}
