import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openMailbox } from '#server/testing/mailbox.ts'
import { team } from '#server/testing/team.ts'

const hours = 60 * 60_000 // milliseconds

const mailsTo = ({ mails }: Awaited<ReturnType<typeof openMailbox>>, email: string) =>
  mails.filter(({ to }) => to === email).length

async function startTeam() {
  const mailbox = await openMailbox()
  const mail = { url: mailbox.url, from: 'Asakai <asakai@example.com>' }
  const { clock, member, visitor } = await team({ mail, publicUrl: 'https://asakai.example.com' })
  const refresh = async (refresh_token: string): Promise<string | undefined> => {
    const { status, body } = await visitor().post('/auth/refresh', { refresh_token })
    return status === 200 ? body.refresh_token : undefined
  }
  const advanceClock = (milliseconds: number) => {
    clock.now = new Date(clock.now.getTime() + milliseconds)
  }
  const isSignedIn = async (token: string) => (await refresh(token)) !== undefined
  return { mailbox, member, refresh, advanceClock, isSignedIn }
}

/**
 * Refreshes of a session. Each refresh has one to five attempts, each after a wait. Only the response to the last
 * attempt arrives.
 */
const honest = fc.array(fc.record({ lost: fc.nat(4), wait: fc.integer({ min: 0, max: 5 * hours }) }), {
  minLength: 1,
  maxLength: 12,
})

test('a client that only loses responses keeps its session (E1.04)', async () => {
  const { mailbox, member, refresh, advanceClock } = await startTeam()
  await fc.assert(
    fc.asyncProperty(honest, async (steps) => {
      const { user, tokens } = await member()
      let token = tokens.refresh_token
      for (const { lost, wait } of steps) {
        const answers: (string | undefined)[] = []
        for (let count = 0; count <= lost; count += 1) {
          advanceClock(wait)
          answers.push(await refresh(token))
        }
        expect(new Set(answers).size).toBe(1)
        expect(answers[0]).toBeDefined()
        token = answers[0]!
      }
      expect(mailsTo(mailbox, user.email)).toBe(0)
    }),
    { numRuns: 30 },
  )
}, 60_000)

/** Uses of a stolen token by two people, in any order. Some responses are lost. */
const shared = fc.array(fc.record({ who: fc.constantFrom('owner', 'thief'), isLost: fc.boolean() }), {
  minLength: 1,
  maxLength: 14,
})

test('a session ends if a client uses a refresh token whose successor was used (E1.04)', async () => {
  const { mailbox, member, refresh, isSignedIn } = await startTeam()
  let stolen = 0
  await fc.assert(
    fc.asyncProperty(shared, async (steps) => {
      const { user, tokens } = await member()
      const held = { owner: 0, thief: 0 } // the position of each person's token in the chain
      const chain = [tokens.refresh_token]
      let used = -1 // the position of the last used token in the chain
      let hasEnded = false
      for (const { who, isLost } of steps) {
        const place = held[who]
        const next = await refresh(chain[place]!)
        hasEnded ||= place < used
        expect(next !== undefined).toBe(!hasEnded)
        if (next === undefined) continue
        used = Math.max(used, place)
        chain[place + 1] ??= next
        expect(next).toBe(chain[place + 1])
        if (!isLost) held[who] = place + 1
      }
      if (hasEnded) stolen += 1
      expect(await isSignedIn(chain.at(-1)!)).toBe(!hasEnded)
      await expect.poll(() => mailsTo(mailbox, user.email)).toBe(hasEnded ? 1 : 0)
    }),
    { numRuns: 40 },
  )
  expect(stolen).toBeGreaterThan(3)
  expect(mailbox.mails.length).toBe(stolen)
}, 60_000)

test('a refresh token reused after 24 hours is refused without ending the session (E1.04)', async () => {
  const { mailbox, member, refresh, advanceClock, isSignedIn } = await startTeam()
  const { user, tokens } = await member()
  const next = await refresh(tokens.refresh_token)
  advanceClock(24 * hours)
  expect(await refresh(tokens.refresh_token)).toBe(next)
  advanceClock(1)
  expect(await refresh(tokens.refresh_token)).toBeUndefined()
  expect(await isSignedIn(next!)).toBe(true)
  expect(mailsTo(mailbox, user.email)).toBe(0)
})
