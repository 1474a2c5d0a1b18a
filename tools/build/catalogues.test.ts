import { expect, test } from 'vitest'
import ja from '../../locales/ja.json' with { type: 'json' }
import { partOf } from './catalogues.ts'
import { importsOf } from '../checks/import-graph.ts'
import { readSourceTexts } from '../checks/source-texts.ts'

const keys = new Set(keysOf(ja))
const otherScreens = importsOf('web/screens/shell/other-screens.ts').flatMap(({ to }) => to ?? [])

test.each([
  'web/screens/sign-in/login.tsx',
  'web/screens/sign-in/sign-up.tsx',
  'web/screens/sign-in/google-onboarding.tsx',
  'web/app/app.tsx',
])('the file %s uses only texts that are loaded before the sign-in', (file) =>
  expect(textsOf(file, ['signed-out'], ['web/screens/shell/shell.tsx', 'web/screens/sign-in/allow.tsx'])).toEqual([]),
)

test('the page to allow a program uses only texts that are loaded with the page', () => {
  expect(textsOf('web/screens/sign-in/allow.tsx', ['signed-out', 'day', 'other-screens'], [])).toEqual([])
})

test('the first screen of members uses only texts that are loaded at once', () => {
  expect(textsOf('web/screens/shell/shell.tsx', ['signed-out', 'day'], otherScreens)).toEqual([])
})

test('the first screen of members loads no texts that only other screens use', () => {
  const namespacesRead = (apart: string[]) => {
    const read = textsOf('web/screens/shell/shell.tsx', ['signed-out', 'other-screens'], apart)
    return new Set(read.map(([key]) => key.split('.', 1)[0]))
  }
  const ofTheDay = namespacesRead(otherScreens)
  expect([...namespacesRead([])].filter((namespace) => !ofTheDay.has(namespace))).toEqual([])
})

test('no screen uses texts that only the server has', () => {
  expect(textsOf('web/screens/shell/shell.tsx', ['signed-out', 'day', 'other-screens'], [])).toEqual([])
})

/**
 * Returns the texts outside of `parts` that a file and all of its imports use, including lazy imports. Skips the files
 * in `apart`.
 */
function textsOf(first: string, parts: string[], apart: string[]) {
  const files = new Set([first])
  for (const file of files)
    for (const { to } of importsOf(file))
      if (to?.startsWith('web/') && /\.tsx?$/u.test(to) && !apart.includes(to)) files.add(to)
  const { used } = readSourceTexts(keys, [...files])
  expect(used.size).toBeGreaterThan(0)
  return [...used].filter(([key]) => !parts.includes(partOf(key.split('.', 1)[0]!, true)!))
}

function keysOf(messages: object, before = ''): string[] {
  return Object.entries(messages).flatMap(([key, value]) =>
    typeof value === 'string' ? before + key : keysOf(value as object, `${before}${key}.`),
  )
}
