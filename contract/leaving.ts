import * as z from 'zod/mini'
import { text } from './fields.ts'
import { limits } from './limits.ts'

/**
 * `DELETE /users/me`. `password`: optional shortly after the sign-in. `erase`: also deletes everything that the member
 * has written.
 */
export const Leaving = z.object({
  password: z.optional(text(limits.passwordLongest)),
  reports: z.enum(['keep', 'erase']),
})
export type Leaving = z.infer<typeof Leaving>
