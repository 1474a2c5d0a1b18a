import * as z from 'zod/mini'
import { text } from './fields.ts'
import { limits } from './limits.ts'

/** `DELETE /users/me`. `password` may be absent shortly after the sign-in; `erase`: what the member has written goes too. */
export const Leaving = z.object({
  password: z.optional(text(limits.passwordLongest)),
  reports: z.enum(['keep', 'erase']),
})
export type Leaving = z.infer<typeof Leaving>
