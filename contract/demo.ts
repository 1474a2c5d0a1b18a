import * as z from 'zod/mini'
import { uuid } from './fields.ts'
import { languages } from './languages.ts'
import { User } from './users.ts'

/** A demo member that visitors can sign in as. `title`: the role, in the member's own language. */
const DemoMember = z.extend(
  z.pick(User, { id: true, first_name: true, family_name: true, preferred_name: true, email: true }),
  {
    title: z.string(),
    language: z.enum(languages),
  },
)
export type DemoMember = z.infer<typeof DemoMember>

/** `GET /demo`, only in the demo. `last_day`: the newest day with reports; on a weekend, an earlier day than today. */
export const DemoMembers = z.object({ members: z.array(DemoMember), last_day: z.string() })
export type DemoMembers = z.infer<typeof DemoMembers>

/** `POST /demo/sessions`: returns tokens. */
export const DemoSession = z.object({ user_id: uuid })
export type DemoSession = z.infer<typeof DemoSession>
