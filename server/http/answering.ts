import * as z from 'zod/mini'
import type { ErrorCode } from '#contract/errors.ts'
import type { IsSecretAlive } from './write-keys.ts'

type Takes = {
  params?: z.core.$ZodType
  querystring?: z.core.$ZodType
  body?: z.core.$ZodType
  /** Failures beside those that follow from the rest (`problem-answers.ts`). */
  problems?: readonly ErrorCode[]
  /** What tokens may do here (`session.ts`). */
  byToken?: 'never' | 'read'
  /** Whether the secret in the answer still works: no other answer is sent again (`write-keys.ts`). */
  isSecretAlive?: IsSecretAlive
}

/** The errors of routes that ask for a recent sign-in (E1.07). */
export const asksForOwner = ['reauthentication_required', 'sign_in_again'] as const satisfies readonly ErrorCode[]

/** What a route says of itself: what it does in words, what it answers with 200, what it takes. */
export const answering = <Answer extends z.core.$ZodType, Taken extends Takes>(
  summary: string,
  answer: Answer,
  takes?: Taken,
) => ({ schema: { summary, ...(takes as Taken), response: { 200: answer } } })

/** The same of one that makes something: it answers with 201. */
export const creating = <Answer extends z.core.$ZodType, Taken extends Takes>(
  summary: string,
  answer: Answer,
  takes: Taken,
) => ({ schema: { summary, ...takes, response: { 201: answer } } })

/** The same of one that has nothing to answer: 204. */
export const doing = <Taken extends Takes>(summary: string, takes?: Taken) => ({
  schema: { summary, ...(takes as Taken), response: { 204: z.null() } },
})
