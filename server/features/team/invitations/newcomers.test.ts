import { expect, test } from 'vitest'
import { establish } from '#server/testing/established.ts'
import { openMailbox } from '#server/testing/mailbox.ts'
import { newAddress, team } from '#server/testing/team.ts'

const mailed = async () => {
  const mailbox = await openMailbox()
  const options = { mail: { url: mailbox.url, from: 'asakai@example.com' }, signUp: 'new-team' } as const
  return { options, mailbox, flooded: `flooded-${newAddress()}@example.com` }
}

test('all new teams together send at most five invitations an hour to one mailbox (E1.14)', async () => {
  const { options, flooded } = await mailed()
  const statuses: number[] = []
  for (let n = 0; n < 12; n += 1) {
    const stranger = await (await team(options)).member()
    statuses.push((await stranger.post('/invitations', { email: flooded })).status)
  }
  expect(statuses.filter((status) => status === 201)).toHaveLength(5)
  expect(statuses.filter((status) => status === 429)).toHaveLength(7)
  const honest = await team(options)
  const owner = await honest.member()
  await establish(honest)
  expect((await owner.post('/invitations', { email: flooded })).status).toBe(201)
})
