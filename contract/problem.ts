import * as z from 'zod/mini'
import { errorStatus, fieldErrorCodes, type ErrorCode } from './errors.ts'

/** The body of every failure (RFC 9457), with a stable `code` and a `message` in the caller's language. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.enum(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]),
  message: z.string(),
  /** Set if the failure is logged: the request's id in the log, to report to the operator. */
  request_id: z.optional(z.string()),
  errors: z.optional(z.array(z.object({ field: z.string(), code: z.enum(fieldErrorCodes), message: z.string() }))),
})
export type Problem = z.infer<typeof Problem>
