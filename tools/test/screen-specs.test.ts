import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { specsOfScreens } from './screen-specs.ts'

const specs = ['e2e/team.spec.ts', 'e2e/states/team-calendar.spec.ts', 'e2e/week.spec.ts', 'e2e/teams.spec.ts']

test('the browser tests of a screen have the name of the screen, or begin with this name', () => {
  expect(specsOfScreens(['web/screens/team/team-members.tsx'], specs)).toEqual(specs.slice(0, 2))
})

test('a browser test with the name of a screen’s part is found', () => {
  expect(specsOfScreens(['web/screens/shared/week.tsx'], specs)).toEqual(['e2e/week.spec.ts'])
})

test('a file outside of the screens has no browser tests', () => {
  expect(specsOfScreens(['web/features/team/team.ts', 'server/team/team.ts'], specs)).toEqual([])
})

test('each screen except the licence and the shared parts has a browser test', () => {
  const all = globSync('e2e/**/*.spec.ts').map((file) => file.replaceAll('\\', '/'))
  const found = (screen: string) => specsOfScreens([`web/screens/${screen}/${screen}.tsx`], all)
  const screens = globSync('web/screens/*').map((folder) => folder.replaceAll('\\', '/').split('/').at(-1)!)
  expect(screens.filter((screen) => found(screen).length === 0).toSorted()).toEqual(['licence', 'shared'])
})
