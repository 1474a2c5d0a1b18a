import * as z from 'zod/mini'
import { uuid } from '#contract/fields.ts'
import { type Invitation, roles } from '#contract/invitations.ts'
import { languages } from '#contract/languages.ts'
import team from './people.json' with { type: 'json' }

export const teamName = 'Hidamari 温室モニター'

const Person = z.object({
  /** Also the file of their days. */
  name: z.string(),
  /** Fixed: each keeps the colour of their avatar. */
  id: uuid,
  family_name: z.string(),
  first_name: z.string(),
  /** As they introduce themselves, in their language. */
  title: z.string(),
  role: z.enum(roles),
  language: z.enum(languages),
  /** Minutes after midnight at which they write their report, more or less. */
  writesAt: z.int(),
  /** Before each line that they write. */
  mark: z.string(),
  /** The day of the story on which they joined; absent: long before. */
  joined: z.optional(z.int()),
  frequentTasks: z.array(z.string()),
})

/** Whoever comes first is the administrator. */
export const people = z.array(Person).parse(team)
export type Person = z.infer<typeof Person>

/** @throws Error where nobody is */
export function personCalled(name: string): Person {
  const person = people.find((each) => each.name === name)
  if (!person) throw new Error(`Nobody in demo/people.json is called ${name}.`)
  return person
}

/** `ago`: days since it was sent; it holds for seven. */
export const invitations: { email: string; role: Invitation['role']; by: string; ago: number }[] = [
  { email: 'yuto.sakai@hidamari.example', role: 'developer', by: 'kaori', ago: 1 },
  { email: 'lena.vogt@hidamari.example', role: 'member', by: 'matthias', ago: 4 },
  { email: 'amara.nwosu@hidamari.example', role: 'designer', by: 'priya', ago: 19 },
]
