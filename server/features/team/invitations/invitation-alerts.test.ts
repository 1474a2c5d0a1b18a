import { expect, test } from 'vitest'
import { runJobs } from '#server/testing/jobs.ts'
import { openMailbox, tokenIn } from '#server/testing/mailbox.ts'
import { type Member, password, team } from '#server/testing/team.ts'

const minute = 60_000 // milliseconds
const toInvited = /への招待が届いています/u

/**
 * Creates a member who signed in 16 minutes ago. The test's clock is ahead of PostgreSQL's, which the job queue uses.
 */
async function signedInEarlier() {
  const mailbox = await openMailbox({ leftOut: toInvited })
  const mail = { url: mailbox.url, from: 'Asakai <asakai@example.com>' }
  const begin = new Date(Math.ceil((Date.now() + minute) / (10 * minute)) * 10 * minute)
  const here = await team({ mail, publicUrl: 'https://asakai.example.com', now: begin })
  const [administrator, owner] = [await here.member('佐伯'), await here.member('早川')]
  const advanceClock = (minutes: number) => {
    here.clock.now = new Date(here.clock.now.getTime() + minutes * minute)
  }
  const address = () => `${crypto.randomUUID()}@example.com`
  /** Renews the member's access token at the current time. */
  const renew = async (member: Member) => {
    const { body } = await here.visitor().post('/auth/refresh', member.tokens)
    Object.assign(member.tokens, body)
  }
  const as = ({ tokens }: Member) => ({ authorization: `Bearer ${tokens.access_token}` })
  const invite = async (email: string) => {
    const { status, body } = await here.visitor().post('/invitations', { email }, as(owner))
    expect(status).toBe(201)
    return body.id as string
  }
  const withdraw = (id: string) => here.visitor().call('DELETE', `/invitations/${id}`, undefined, as(owner))
  const countOpen = async () => {
    await renew(administrator)
    return (await here.visitor().get('/invitations', as(administrator))).body.invitations.length
  }
  advanceClock(16)
  await renew(owner)
  return { ...here, mailbox, owner, advanceClock, address, invite, withdraw, countOpen }
}

test('the inviter gets one email about invitations made together, with a link that withdraws them (E1.12)', async () => {
  const { app, mailbox, owner, advanceClock, address, invite, visitor, countOpen } = await signedInEarlier()
  const emails = [address(), address(), address()].sort()
  for (const email of emails) await invite(email)
  advanceClock(10)
  expect(await runJobs(app)).toEqual([])
  const mail = await mailbox.next()
  expect(mail).toMatchObject({ to: owner.user.email, subject: 'ご自身の名前で3件の招待が送られました' })
  expect(mail.text).toContain(emails.join('\n'))
  expect(mailbox.mails).toHaveLength(1)
  const { body } = await visitor().post('/auth/not-me/check', { token: tokenIn(mail) })
  expect(body.changes.map(({ kind, name }: { kind: string; name: string }) => [kind, name]).sort()).toEqual(
    emails.map((email) => ['invitation', email]),
  )
  expect((await visitor().post('/auth/not-me', { token: tokenIn(mail) })).status).toBe(200)
  expect(await countOpen()).toBe(0)
})

test('the inviter gets no email about invitations that were withdrawn at once', async () => {
  const { app, mailbox, advanceClock, address, invite, withdraw } = await signedInEarlier()
  expect((await withdraw(await invite(address()))).status).toBe(204)
  advanceClock(10)
  expect(await runJobs(app)).toEqual([])
  expect(mailbox.mails).toEqual([])
})

test('an inviter who signed in within the last 15 minutes gets no email about invitations', async () => {
  const { app, mailbox, owner, advanceClock, address, invite, visitor } = await signedInEarlier()
  const { body } = await visitor().post('/auth/login', { username: owner.user.email, password })
  Object.assign(owner.tokens, body)
  await invite(address())
  advanceClock(10)
  expect(await runJobs(app)).toEqual([])
  expect(mailbox.mails).toEqual([])
})
