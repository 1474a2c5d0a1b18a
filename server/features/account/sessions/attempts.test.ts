import { describe, expect, test } from 'vitest'
import { newAddress, password, startApp, team } from '#server/testing/team.ts'

type Try = { status: number }
const repeat = async (times: number, attempt: (index: number) => Promise<Try>) => {
  const statuses: number[] = []
  for (let index = 0; index < times; index += 1) statuses.push((await attempt(index)).status)
  return statuses
}

/** Creates a member. `attempt` tries to log in to their account, always from the same IP address. */
async function besieged() {
  const { member, visitor } = await team()
  const { user } = await member()
  const address = newAddress()
  const attempt = (secret: string) => visitor(address).post('/auth/login', { username: user.email, password: secret })
  return { user, visitor, address, attempt }
}
const refusals = (times: number) => Array.from({ length: times }, () => 401)

describe('failed sign-ins', () => {
  test('five wrong passwords from one address lock the account for that address only', async () => {
    const { user, visitor, attempt } = await besieged()

    expect(await repeat(5, () => attempt('wrong'))).toEqual(refusals(5))
    const locked = await attempt(password)

    expect(locked).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } })
    const wait = Number(locked.headers['retry-after'])
    expect(wait).toBeGreaterThan(14 * 60)
    expect(wait).toBeLessThanOrEqual(15 * 60)
    const elsewhere = await visitor().post('/auth/login', { username: user.email.toUpperCase(), password })
    expect(elsewhere.status).toBe(200)
  })

  test('right passwords lock no account, however many arrive at once', async () => {
    const { attempt } = await besieged()

    const answers = await Promise.all(Array.from({ length: 40 }, () => attempt(password)))

    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 40 }, () => 200))
  })

  test('ten wrong passwords from any addresses lock the account for everyone', async () => {
    const { member, visitor } = await team()
    const { user } = await member()
    const attempt = (secret: string) => visitor().post('/auth/login', { username: user.email, password: secret })
    expect(await repeat(10, () => attempt('wrong'))).toEqual(refusals(10))
    expect((await attempt(password)).status).toBe(429)
  })

  test('wrong passwords lock an unknown account like an existing one', async () => {
    const { visitor } = await team()
    const address = newAddress()
    const username = `nobody-${address}@example.com`
    const statuses = await repeat(6, () => visitor(address).post('/auth/login', { username, password: 'wrong' }))
    expect(statuses).toEqual([...refusals(5), 429])
  })

  test('one address may try thirty passwords a minute over all accounts', async () => {
    const { visitor } = await team()
    const address = newAddress()
    const statuses = await repeat(31, (index) =>
      visitor(address).post('/auth/login', { username: `${index}@${address}.example.com`, password: 'wrong' }),
    )
    expect(statuses).toEqual([...refusals(30), 429])
  }, 30_000)

  test('each of several simultaneous wrong passwords counts', async () => {
    const { attempt } = await besieged()
    const answers = await Promise.all(Array.from({ length: 20 }, () => attempt('wrong')))
    expect(answers.filter((answer) => answer.status === 401).length).toBeLessThanOrEqual(5)
    expect(answers.every((answer) => [401, 429].includes(answer.status))).toBe(true)
  }, 30_000)

  test('successful sign-ins do not count as wrong passwords', async () => {
    const { attempt } = await besieged()
    expect(await repeat(4, () => attempt('wrong'))).toEqual(refusals(4))
    expect(await repeat(6, () => attempt(password))).toEqual([200, 200, 200, 200, 200, 200])
  })

  test('wrong passwords at several servers count together', async () => {
    const { user, address, attempt } = await besieged()
    const node = await startApp()
    const wrong = { username: user.email, password: 'wrong' }
    await repeat(3, () => attempt('wrong'))
    expect(await repeat(3, () => node.visitor(address).post('/auth/login', wrong))).toEqual([401, 401, 429])
  })
})
