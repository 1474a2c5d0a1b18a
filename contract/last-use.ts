import * as z from 'zod/mini'

/** When a sign-in method or token was created and last used. */
export const lastUse = { created_at: z.string(), used_at: z.nullable(z.string()) }
