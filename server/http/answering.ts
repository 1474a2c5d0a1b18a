import type * as z from 'zod/mini'

/** What a route says of itself that takes nothing. */
export const answering = <Answer extends z.core.$ZodType>(summary: string, answer: Answer) => ({
  schema: { summary, response: { 200: answer } },
})
