import { expect, test } from 'vitest'
import { mutantsOf } from './sql-mutants.ts'

const mutants = (text: string) => mutantsOf(text).map(({ was, is }) => `${was} → ${is}`)

test.each([
  ['`where u.id = ${id} and d.day <= ${now}`', ['u.id = ${id} → true', 'd.day <= ${now} → true', '<= → <']],
  [
    '`where team_id = ${teamId} and day between 1 and 2 and (a or b)`',
    ['day between 1 and 2 → true', '(a or b) → true'],
  ],
  ['`order by day desc, id limit 1`', ['order by day desc, id → ', 'order by day desc → order by day', 'limit 1 → ']],
  ['`select coalesce(max(day), ${since})`', ['(max(day), ${since}) → (${since}, max(day))', 'max → min']],
  ['`count(distinct id) where a is distinct from b`', ['distinct → ', 'a is distinct from b → true']],
  ['`left join lateral (select 1) n on true where a`', ['a → true']],
  [".where('team_id', '=', team).where('at', '>', now)", [".where('at', '>', now) → ", '> → >=']],
  [".orderBy('at').limit(1)", [".orderBy('at') → ", ".orderBy('at') → .orderBy('at', 'desc')", '.limit(1) → ']],
  ['/** Read in order by day and where `limit 1` stands. */ const of = (a: Map<string, Date>) => a', []],
])('%s', (text, changes) => expect(mutants(text)).toEqual(changes))

test('a mutant is the whole file with one thing changed, and names its line', () => {
  const [mutant] = mutantsOf('const one = 1\nconst two = sql`select id from users order by id`\n')
  expect(mutant).toMatchObject({ line: 2, text: 'const one = 1\nconst two = sql`select id from users `\n' })
})
