import { type Driver, expectComposed, teamOfThree } from '../e2e/input-methods.ts'
import { inputFields } from '../e2e/input-fields.ts'
import { signIn } from '../e2e/members.ts'
import { test } from './test.ts'

const team = teamOfThree()

for (const half of [0, 1])
  test(`an input method’s keys trigger nothing else (fields of part ${half + 1} of 2)`, async ({
    person: { page },
  }) => {
    await signIn(page, team.administrator, team.url)
    const driver: Driver = {
      goTo: (address) => page.goto(address),
      evaluate: page.evaluate.bind(page) as Driver['evaluate'],
    }
    for (const name of Object.keys(inputFields).filter((_, index) => index % 2 === half))
      await test.step(name, () => expectComposed(driver, team.url, name))
  })
