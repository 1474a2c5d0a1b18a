import * as z from 'zod/mini'

/** Of what somebody signs in or calls the API with: when it was made, and when it was used last. */
export const lastUse = { created_at: z.string(), used_at: z.nullable(z.string()) }
