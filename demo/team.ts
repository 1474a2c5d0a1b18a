import * as z from 'zod/mini'
import { uuid } from '#contract/fields.ts'
import { type Invitation, roles } from '#contract/invitations.ts'
import { languages } from '#contract/languages.ts'
import team from './people.json' with { type: 'json' }

export const teamName = 'Hidamari 温室モニター'

const Person = z.object({
  /** The person's name in the files of the story. The file with their reports has this name, too. */
  name: z.string(),
  /** The id never changes, so that each person keeps the colour of their avatar. */
  id: uuid,
  family_name: z.string(),
  first_name: z.string(),
  title: z.string(),
  role: z.enum(roles),
  language: z.enum(languages),
  /** Minutes after midnight at which the person usually writes the report. */
  writesAt: z.int(),
  /** The mark before each line of the person's reports. */
  mark: z.string(),
  /** The day of the story on which the person joined; absent if the person joined before the story. */
  joined: z.optional(z.int()),
  frequentTasks: z.array(z.string()),
})

/** The first person is the administrator. */
export const people = z.array(Person).parse(team)
export type Person = z.infer<typeof Person>

/** @throws Error if there is no such person */
export function personCalled(name: string): Person {
  const person = people.find((each) => each.name === name)
  if (!person) throw new Error(`Nobody in demo/people.json is called ${name}.`)
  return person
}

/** Pending invitations. `ago` is the number of days since sending; they are valid for seven. */
export const invitations: { email: string; role: Invitation['role']; by: string; ago: number }[] = [
  { email: 'yuto.sakai@hidamari.example', role: 'developer', by: 'kaori', ago: 1 },
  { email: 'lena.vogt@hidamari.example', role: 'member', by: 'matthias', ago: 4 },
  { email: 'amara.nwosu@hidamari.example', role: 'designer', by: 'priya', ago: 19 },
]
