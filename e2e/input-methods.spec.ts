import { type Evaluate, expectComposed, teamOfThree } from './input-methods.ts'
import { inputFields } from './input-fields.ts'
import { type Member, signIn } from './members.ts'
import { type Server, startServer } from './server.ts'
import { test } from './test.ts'

test.describe.configure({ mode: 'default' })

let server: Server
let member: Member
test.beforeAll(async () => {
  server = await startServer({ SIGNUP: 'join' })
  member = await teamOfThree(server.url)
})
test.afterAll(() => server.stop())

for (const name of Object.keys(inputFields))
  test(`a key that an input method uses triggers nothing else in ${name}`, async ({ page }) => {
    await signIn(page, member, server.url)
    const goTo = (address: string) => page.goto(address)
    const evaluate = page.evaluate.bind(page) as Evaluate
    await expectComposed({ goTo, evaluate }, server.url, name)
  })
