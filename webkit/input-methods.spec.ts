import { expectComposed, teamOfThree } from '../e2e/input-methods.ts'
import { inputFields } from '../e2e/input-fields.ts'
import { test } from './test.ts'

const team = teamOfThree()

for (const half of [0, 1])
  test(`an input method’s keys trigger nothing else (fields of part ${half + 1} of 2)`, async ({ person }) => {
    await person.signIn(team.administrator, team.url)
    for (const name of Object.keys(inputFields).filter((_, index) => index % 2 === half))
      await test.step(name, () => expectComposed(person.session, team.url, name))
  })
