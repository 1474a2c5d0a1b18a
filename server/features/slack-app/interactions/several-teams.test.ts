import { expect, test } from 'vitest'
import { withTeamTransaction } from '#server/db/database.ts'
import { openSlack, slackTeam } from '#server/features/chat/slack/testing/slack-team.ts'
import { pressedTeam, today } from './testing/pressing.ts'

const slack = await openSlack()
const words = { yesterday_work: '秘密の仕事', today_plan: '設計', issues: null }

/**
 * Creates two teams of one deployment with the same Slack workspace. The other team is the first to link ren to its
 * member.
 */
async function twoTeams({ isProven = false, by = 'assigning' }: { isProven?: boolean; by?: 'assigning' | 'sign-in' }) {
  const own = await pressedTeam(slack)
  const { config, clock } = own
  const other = await slackTeam(slack, { providers: config.providers, now: clock.now })
  const administrator = await other.person('泥棒')
  await other.connect(administrator.user.id, 'naoki')
  const linked = await other.person('人形', `${crypto.randomUUID()}@hinode.example`)
  const update = (columns: { email_proven_at?: Date; email_key?: string }) =>
    withTeamTransaction(other.database, other, (db) =>
      db
        .updateTable('users')
        .set(columns)
        .where('team_id', '=', other.teamId)
        .where('id', '=', linked.user.id)
        .execute(),
    )
  const ren = own.slackId('ren')
  if (isProven) await update({ email_proven_at: clock.now })
  const { email } = linked.user
  slack.setFault('users.info', { body: { ok: true, user: { id: ren, profile: { email } } } })
  if (by === 'sign-in') await other.connect(linked.user.id, 'ren')
  else expect((await administrator.post('/slack/assign', { id: ren, email })).body).toEqual({ outcome: 'linked' })
  const person = await own.person('蓮')
  const connectOwn = () => {
    clock.now = new Date(clock.now.getTime() + 60_000)
    return own.connect(person.user.id, 'ren')
  }
  const write = async () => {
    const { body } = await own.post(await own.command(ren))
    await own.post(own.submission(words, { personId: ren }))
    const written = async (member: typeof person) =>
      (await member.get(`/daily-reports?report_date=${today}`)).body.reports.length as number
    return { body, inOwn: await written(person), inOther: await written(administrator) }
  }
  const heading = () => own.shown()?.blocks[0].text.text
  return { connectOwn, write, heading, update }
}

test('a person whom another team’s administrator linked by an unproven address is asked to connect', async () => {
  const { write } = await twoTeams({})
  const { body, inOwn, inOther } = await write()
  expect(body.text).toContain('/settings?tab=user')
  expect([inOwn, inOther]).toEqual([0, 0])
})

test('the report goes to the team that the person linked if the other link is invalid', async () => {
  const { connectOwn, write, heading } = await twoTeams({})
  await connectOwn()
  expect(await write()).toMatchObject({ inOwn: 1, inOther: 0 })
  expect(heading()).toBe('10月19日(金)の日報')
})

test('the team that the person linked takes precedence over an earlier link by a proven address', async () => {
  const { connectOwn, write, heading } = await twoTeams({ isProven: true })
  await connectOwn()
  expect(await write()).toMatchObject({ inOwn: 1, inOther: 0 })
  expect(heading()).toBe('10月19日(金)の日報\n開発チーム')
})

test('the report goes to the team with the person’s proven address if the person linked no team', async () => {
  const { write } = await twoTeams({ isProven: true })
  expect(await write()).toMatchObject({ inOwn: 0, inOther: 1 })
})

test('a Slack link by an address that the member has changed since is ignored', async () => {
  const { write, update } = await twoTeams({ isProven: true })
  await update({ email_key: `${crypto.randomUUID()}@example.com` })
  expect(await write()).toMatchObject({ inOwn: 0, inOther: 0 })
})

test('the dialog opens for the first of several teams that the person linked', async () => {
  const { connectOwn, write, heading } = await twoTeams({ by: 'sign-in' })
  await connectOwn()
  expect(await write()).toMatchObject({ inOwn: 0, inOther: 1 })
  expect(heading()).toBe('10月19日(金)の日報\n開発チーム')
})
