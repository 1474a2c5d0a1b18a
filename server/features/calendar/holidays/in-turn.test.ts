import { expect, test } from 'vitest'
import { memberScope } from '#server/access/membership.ts'
import { team } from '#server/testing/team.ts'
import { readCountries } from './operations.ts'

const stays = new AbortController().signal
const outcomeOf = (read: Promise<unknown>) =>
  read.then(
    () => 'read',
    ({ code }: { code: string }) => code,
  )

test('a member’s calendar request is rejected while four others of the member are queued', async () => {
  const [here, there] = [await team(), await team()]
  const scopeOf = async ({ teamId, member }: typeof here) => ({
    ...memberScope({ teamId, userId: (await member()).user.id }),
    isAdmin: true,
  })
  const [misaki, other] = [await scopeOf(here), await scopeOf(there)]
  const sent = [1, 2, 3, 4, 5, 6, 7].map(() => outcomeOf(readCountries(misaki, stays)))
  const leaving = new AbortController()
  const others = [readCountries(other, stays), readCountries(other, leaving.signal)].map(outcomeOf)
  leaving.abort()
  expect(await Promise.all(sent)).toEqual([...Array<string>(6).fill('read'), 'busy'])
  expect(await Promise.all(others)).toEqual(['read', 'busy'])
})
