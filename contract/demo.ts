import * as z from 'zod/mini'
import { uuid } from './fields.ts'
import { languages } from './languages.ts'
import { User } from './users.ts'

/** Somebody whom a visitor of the demo can be. `title`: what they do, in their own language. */
const DemoMember = z.extend(
  z.pick(User, { id: true, first_name: true, family_name: true, preferred_name: true, email: true }),
  {
    title: z.string(),
    language: z.enum(languages),
  },
)
export type DemoMember = z.infer<typeof DemoMember>

/** `GET /demo`, which the demo alone has. `last_day`: the newest with reports, which on a week-end is not today. */
export const DemoMembers = z.object({ members: z.array(DemoMember), last_day: z.string() })
export type DemoMembers = z.infer<typeof DemoMembers>

/** `POST /demo/sessions`: answers tokens. */
export const DemoSession = z.object({ user_id: uuid })
export type DemoSession = z.infer<typeof DemoSession>
