import { verify } from '@node-rs/argon2'
import { expect, test, vi } from 'vitest'
import { newAddress, team } from '#server/testing/team.ts'

vi.mock('@node-rs/argon2', { spy: true }) // a spy: hashes as usual, and counts the calls

test('a sign-in with an unknown email computes the same hash as one with a wrong password', async () => {
  const { member, visitor } = await team()
  const { user } = await member()
  const hashed = async (username: string) => {
    vi.mocked(verify).mockClear()
    await visitor().post('/auth/login', { username, password: 'wrong' })
    return vi.mocked(verify).mock.calls.map(([hash, given]) => [String(hash).split('$').slice(0, 4), given])
  }
  const withAccount = await hashed(user.email)
  expect(withAccount).toEqual([[['', 'argon2id', 'v=19', 'm=65536,t=3,p=1'], 'wrong']])
  expect(await hashed(`nobody-${newAddress()}@example.com`)).toEqual(withAccount)
})
