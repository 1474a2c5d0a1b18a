import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const launch = (...words: string[]) => spawnSync(process.execPath, ['tools/launch.mjs', ...words], { encoding: 'utf8' })
const commands = /\[(.+)\]/u.exec(launch().stderr)![1]!.split(' | ')
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }

test.each([[[]], [['toString']], [['bakcup']]])(
  'the launcher prints its commands and fails for the arguments %j',
  (words) => {
    expect(launch(...words)).toMatchObject({
      status: 1,
      stdout: '',
      stderr: `Unknown command ${words[0] ?? '(none)'}. Usage: node tools/launch.mjs [${commands.join(' | ')}]\n`,
    })
  },
)

test('`npm run` lists at most 12 scripts, and each launches the command of its name', () => {
  const names = Object.keys(scripts)
  expect(names.length).toBeLessThanOrEqual(12)
  expect(scripts).toEqual(Object.fromEntries(names.map((name) => [name, `node tools/launch.mjs ${name}`])))
  expect(names.filter((name) => !commands.includes(name))).toEqual([])
})

const pages = globSync(['*.md', 'docs/**/*.md', '.github/**/*.{md,yml}', 'Dockerfile'])

test.each([
  [/\bnpm run (?:--silent )?([a-z][a-z:-]*)/gu, Object.keys(scripts)],
  [/\bnode tools\/launch\.mjs ([a-z][a-z:-]*)/gu, commands],
])('every command that matches %s on a page exists', (pattern, names) => {
  const named = pages.flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(pattern)].map(([, name]) => ({ page, name: name! })),
  )
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter(({ name }) => !names.includes(name))).toEqual([])
})

test.each([
  ['trials', /\bnode tools\/launch\.mjs trials ((?:[a-z-]+ ?)+)/gu, 'trials'],
  ['benchmarks', /\bnpm run bench -- ((?:[a-z-]+ ?)+)/gu, 'bench'],
])('all %s that a page names exist', (_kind, pattern, folder) => {
  const named = pages.flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(pattern)].flatMap(([, names]) => names!.trim().split(' ')),
  )
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((name) => !existsSync(`${folder}/${name}.ts`))).toEqual([])
})

test.each(['bench', 'trials'])('`%s` refuses an unknown name instead of running nothing', (command) => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [command === 'bench' ? 'tools/bench.mjs' : 'tools/test/trials.mjs', 'no-such-name'],
    { encoding: 'utf8' },
  )
  expect([status, `${stdout}${stderr}`]).toEqual([1, expect.stringContaining('no-such-name. There are: ')])
})
