import { AsyncLocalStorage } from 'node:async_hooks'

/** Whose request is under way: set for each by `server/http/caller.ts`; in a job, by `server/jobs/tasks.ts`, only which one asked for it. */
export const caller = new AsyncLocalStorage<{ ip?: string; reqId?: string | undefined }>()
