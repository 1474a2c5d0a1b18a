import { expectComposed, teamOfThree } from '../e2e/input-methods.ts'
import { inputFields } from '../e2e/input-fields.ts'
import type { Member } from '../e2e/members.ts'
import { type Server, startServer } from '../e2e/server.ts'
import { test } from './test.ts'

let server: Server
let member: Member
test.beforeAll(async () => {
  server = await startServer({ SIGNUP: 'join' })
  member = await teamOfThree(server.url)
})
test.afterAll(() => server.stop())

for (const half of [0, 1])
  test(`an input method’s keys trigger nothing else (fields of part ${half + 1} of 2)`, async ({ person }) => {
    const { session } = person
    await session.goTo(`${server.url}/theme.js`)
    await session.evaluate(({ access_token, refresh_token }) => {
      localStorage.setItem('daily_standup_token', access_token)
      localStorage.setItem('refresh_token', refresh_token)
      localStorage.setItem('app_language', 'ja')
    }, member.tokens)
    for (const name of Object.keys(inputFields).filter((_, index) => index % 2 === half))
      await test.step(name, () => expectComposed(session, server.url, name))
  })
