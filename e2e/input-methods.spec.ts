import { type Evaluate, expectComposed, teamOfThree } from './input-methods.ts'
import { inputFields } from './input-fields.ts'
import { signIn } from './members.ts'
import { test } from './test.ts'

test.describe.configure({ mode: 'default' })

const team = teamOfThree()

for (const name of Object.keys(inputFields))
  test(`a key that an input method uses triggers nothing else in ${name}`, async ({ page }) => {
    await signIn(page, team.administrator, team.url)
    const goTo = (address: string) => page.goto(address)
    const evaluate = page.evaluate.bind(page) as Evaluate
    await expectComposed({ goTo, evaluate }, team.url, name)
  })
