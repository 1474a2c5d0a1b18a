import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { client } from '#server/testing/client.ts'
import { newAddress, team } from '#server/testing/team.ts'
import { startSession } from './operations.ts'

test('a sign-in beyond the limit ends the member’s session that was unused for longest', async () => {
  const { app, teamId, member, clock } = await team()
  const [naoki, misaki] = [await member('早川'), await member('佐伯')]
  const signIn = async () => {
    clock.now = new Date(clock.now.getTime() + 1)
    return startSession(app.services, { teamId, userId: naoki.user.id }, 'password')
  }
  const isOpen = async ({ access_token }: { access_token: string }) =>
    (await client(app, newAddress(), { authorization: `Bearer ${access_token}` }).get('/users/me')).status === 200
  const [unused, ...used] = [await signIn(), await signIn()]
  await client(app, newAddress()).post('/auth/refresh', { refresh_token: naoki.tokens.refresh_token })

  const rest = []
  for (let count = 3; count <= limits.sessions; count += 1) rest.push(await signIn())

  expect(await isOpen(unused)).toBe(false)
  for (const one of [naoki.tokens, misaki.tokens, ...used, ...rest]) expect(await isOpen(one)).toBe(true)
})

test('many sign-ins of a member at once end only the sessions above the limit', async () => {
  const { app, teamId, member } = await team()
  const naoki = await member('早川')
  const signIn = () => startSession(app.services, { teamId, userId: naoki.user.id }, 'password')
  for (let count = 1; count < limits.sessions; count += 1) await signIn()
  const many = await Promise.all(Array.from({ length: 10 }, signIn))
  const { access_token } = many[0]!
  const own = client(app, newAddress(), { authorization: `Bearer ${access_token}` })
  expect((await own.get('/sessions')).body.sessions).toHaveLength(limits.sessions)
  expect((await own.get(`/sessions?offset=${limits.sessions}`)).body.sessions).toEqual([])
})
