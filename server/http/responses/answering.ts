import * as z from 'zod/mini'
import type { ErrorCode } from '#contract/errors.ts'
import type { IsSecretAlive } from '../requests/idempotency.ts'

type Takes = {
  params?: z.core.$ZodType
  querystring?: z.core.$ZodType
  body?: z.core.$ZodType
  /** The route's failures besides those that follow from its schema (`problem-answers.ts`). */
  problems?: readonly ErrorCode[]
  /** The access that tokens have to this route (`session.ts`). */
  byToken?: 'never' | 'read'
  /** Whether the secret in a stored response still works. Only such a response is replayed (`idempotency.ts`). */
  isSecretAlive?: IsSecretAlive
}

/** The errors of routes that require a recent sign-in (E1.07). */
export const reauthenticationErrors = [
  'reauthentication_required',
  'sign_in_again',
] as const satisfies readonly ErrorCode[]

/** Describes a route that answers 200: its summary, its response and its input. */
export const answering = <Answer extends z.core.$ZodType, Taken extends Takes>(
  summary: string,
  answer: Answer,
  takes?: Taken,
) => ({ schema: { summary, ...(takes as Taken), response: { 200: answer } } })

/** Describes a route that creates something and answers 201. */
export const creating = <Answer extends z.core.$ZodType, Taken extends Takes>(
  summary: string,
  answer: Answer,
  takes: Taken,
) => ({ schema: { summary, ...takes, response: { 201: answer } } })

/** Describes a route that answers 204. */
export const answeringNothing = <Taken extends Takes>(summary: string, takes?: Taken) => ({
  schema: { summary, ...(takes as Taken), response: { 204: z.null() } },
})
