import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'asakai-lint-'))
  const config = {
    jsPlugins: ['keyboard', 'cluster'].map((name) => resolve(`tools/lint/${name}-rules.ts`)),
    rules: { 'keyboard/ime-key': 'error', 'cluster/statement': 'error' },
    categories: { correctness: 'off' },
  }
  writeFileSync(join(folder, '.oxlintrc.json'), JSON.stringify(config))
})
afterAll(() => rmSync(folder, { recursive: true }))

test.each([
  ['refuses a handler that acts on Enter', `const act = (event: KeyboardEvent) => event.key === 'Enter'`, false],
  ['refuses a handler that destructures the key', `const act = ({ key }: KeyboardEvent) => key === 'Escape'`, false],
  [
    'refuses a handler without a type',
    `const a = <p onKeyDown={(event) => event.key === 'Escape' && close()} />`,
    false,
  ],
  ['refuses a second check for an input method’s composition', `const is = (event) => event.isComposing`, false],
  [
    'accepts a handler that first asks whether an input method uses the key',
    `const act = (event: KeyboardEvent) => !isImeKey(event) && event.key`,
    true,
  ],
  ['accepts a handler that passes the event on', `const a = <p onKeyDown={(event) => turn(event)} />`, true],
  [
    'refuses an insert that selects the id of the team from a parameter',
    'const a = sql`insert into days (team_id, day) select ${teamId}, x.day from unnest(${days}) x`',
    false,
  ],
  [
    'accepts an insert that selects the id of the team from its table',
    'const a = sql`insert into days (team_id, day) select t.id, x.day from teams t, unnest(${days}) x`',
    true,
  ],
  [
    'refuses rows of a parameter with the id of a team',
    'const a = sql`select from jsonb_to_recordset(${rows}) as x (team_id uuid, day date)`',
    false,
  ],
  [
    'refuses a stable function in an update',
    "const a = sql`update days set name = to_char(day, 'YYYY') where id = 1`",
    false,
  ],
  [
    'accepts a stable function in a subquery of an update',
    "const a = sql`update days set name = (select to_char(day, 'YYYY')) where id = 1`",
    true,
  ],
  [
    'refuses a case of a value in an update',
    "const a = sql`update days set name = case name when 'a' then 'b' end`",
    false,
  ],
  [
    'refuses a case of a value in a part that an update may use',
    "const a = sql`case o.kind when 'report' then 1 end`",
    false,
  ],
  [
    'accepts a case with a condition in an update',
    "const a = sql`update days set name = case when name = 'a' then 'b' end`",
    true,
  ],
  ['refuses an insert by an expression', "const a = db.insertInto('days').expression(selected)", false],
])('the linter %s', (_, code, isAccepted) => {
  writeFileSync(join(folder, 'example.tsx'), `${code}\n`)
  const { status } = spawnSync('oxlint', ['-c', '.oxlintrc.json', 'example.tsx'], { cwd: folder })
  expect(status).toBe(isAccepted ? 0 : 1)
})
