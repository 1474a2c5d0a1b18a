import { expect, test } from 'vitest'
import { withTeamTransaction } from '#server/db/database.ts'
import { runJobs } from '#server/testing/jobs.ts'
import type { Member } from '#server/testing/team.ts'
import { draft, notifiedTeam, openDestinations } from './testing/notified-team.ts'

const { slack, posted, mails, withMail } = await openDestinations()

/** Creates Misaki, Ren and Yukari. Misaki has reported and gets email. The others comment. */
async function morning(person: { language?: string } = {}) {
  const here = await notifiedTeam(withMail)
  const [ren, yukari] = [await here.member('早川', { first_name: '直樹' }), await here.member('藤井')]
  const misaki = await here.member('佐伯', { first_name: '美咲', ...person })
  await here.proveEmail(misaki)
  const { body: report } = await misaki.post('/daily-reports', draft())
  const comments = `/daily-reports/${report.id}/comments`
  return {
    ...here,
    misaki,
    ren,
    yukari,
    report,
    say: async (who: Member, body: string, mentions: readonly Member[] = []) =>
      (await who.post(comments, { body, mentions: mentions.map(({ user }) => user.id) })).body as { id: string },
    afterMinutes: (minutes: number) => {
      here.later(minutes * 60)
      return here.run()
    },
    change: (member: Member, to: Record<string, unknown>) =>
      withTeamTransaction(here.database, here, (db) =>
        db.updateTable('users').set(to).where('id', '=', member.user.id).execute(),
      ),
  }
}

test('one email has all comments of a few minutes, with text and links (N5.02)', async () => {
  const { misaki, ren, yukari, report, say, afterMinutes, deliveries } = await morning()
  const first = await say(ren, '境界値の一覧を\nもらえますか。')
  expect(await afterMinutes(2)).toEqual([])
  expect(mails).toEqual([])
  const second = await say(yukari, '@佐伯 助かりました', [misaki])
  await afterMinutes(1)

  const place = `https://asakai.example/?date=2040-10-19&thread=${report.id}#comment-`
  expect(mails).toMatchObject([{ to: misaki.user.email, subject: '新しいコメントが2件届いています' }])
  expect(mails[0]!.text).toContain(
    `早川 直樹さんから、日報にコメントが届きました。\n> 境界値の一覧を\n> もらえますか。\n${place}${first.id}`,
  )
  expect(mails[0]!.text).toContain(
    `藤井 直樹さんからメンションされました。\n> @佐伯 助かりました\n${place}${second.id}`,
  )
  expect((await deliveries()).map(({ kind, day, status }) => [kind, day, status])).toEqual([['mention', null, 'sent']])
  await afterMinutes(10)
  expect(mails).toHaveLength(1)
})

test('a notice shows five comments, counts the others, and shortens long ones', async () => {
  const { ren, say, afterMinutes } = await morning({ language: 'en' })
  await say(ren, '語'.repeat(2_000))
  for (let number = 2; number <= 8; number++) await say(ren, `No. ${number}`)
  await afterMinutes(3)
  const { subject, text } = mails[0]!
  expect(subject).toBe('8 comments for you')
  expect(text.match(/commented on your report/gu)).toHaveLength(5)
  expect(text).toContain('\n\n3 more\nhttps://asakai.example/mentions\n\n')
  expect(text).toContain(`> ${'語'.repeat(299)}…\n`)
})

test('a member with a known Slack account gets the notice in Slack as plain text', async () => {
  const { misaki, ren, report, say, toSlack, afterMinutes } = await morning()
  await toSlack(misaki, 'misaki')
  slack.calls.length = 0
  const { id } = await say(ren, '<!channel> *急ぎ*')
  await afterMinutes(3)
  expect(posted()).toMatchObject([
    {
      channel: expect.stringMatching(/^D/u),
      text: `早川 直樹さんから、日報にコメントが届きました。\n> &lt;!channel&gt; *急ぎ*\n<https://asakai.example/?date=2040-10-19&amp;thread=${report.id}#comment-${id}|コメントを開く>`,
    },
  ])
  await misaki.patch('/users/me/settings', { mentions: 'mail' })
  await say(ren, 'もう一度')
  await afterMinutes(3)
  expect(posted()).toHaveLength(1)
  expect(mails).toHaveLength(1)
})

test('the notice of a comment on an insight links to the two weeks of the insight', async () => {
  const { misaki, ren, afterMinutes } = await morning()
  const { body: insight } = await misaki.post('/insights', { type: 'keep', note: '朝会' })
  await ren.post(`/insights/${insight.id}/comments`, { body: '賛成です' })
  await afterMinutes(3)
  expect(mails[0]!.text).toContain('さんから、ふりかえりにコメントが届きました。')
  expect(mails[0]!.text).toContain(`/?page=activity&until=2040-10-19&thread=${insight.id}#comment-`)
})

test('a notice omits comments that were read or deleted', async () => {
  const { misaki, ren, say, afterMinutes, deliveries, change, report } = await morning()
  await say(ren, '一')
  await misaki.post('/mentions/read', { subject_id: report.id })
  const { id } = await say(ren, '二')
  await ren.delete(`/comments/${id}`)
  await afterMinutes(3)
  await say(ren, '三')
  await change(misaki, { is_active: false })
  await afterMinutes(3)
  expect(mails).toEqual([])
  expect((await deliveries()).map(({ status }) => status)).toEqual(['cancelled', 'cancelled'])
})

test('an edit that removes a member’s name removes the comment from the member’s waiting notice', async () => {
  const { yukari, ren, misaki, report, afterMinutes, deliveries, proveEmail } = await morning()
  await proveEmail(yukari)
  const comments = `/daily-reports/${report.id}/comments`
  const { body } = await misaki.post(comments, { body: '@藤井', mentions: [yukari.user.id] })
  await misaki.put(`/comments/${body.id}`, { body: '@早川', mentions: [ren.user.id] })
  await afterMinutes(3)
  expect(mails).toEqual([])
  expect((await deliveries()).map(({ status }) => status)).toEqual(['cancelled'])
})

test('a member who wants no notices gets no notice of comments', async () => {
  const { misaki, ren, yukari, say, afterMinutes, deliveries, change, proveEmail } = await morning()
  await proveEmail(yukari)
  await misaki.patch('/users/me/settings', { mentions: 'none' })
  await say(ren, '一')
  expect(await deliveries()).toEqual([])
  await misaki.patch('/users/me/settings', { mentions: 'mail' })
  await say(ren, '二')
  await misaki.patch('/users/me/settings', { mentions: 'none' })
  await afterMinutes(3)
  await misaki.patch('/users/me/settings', { mentions: 'mail' })
  await change(misaki, { email_proven_at: null })
  await say(ren, '三')
  await afterMinutes(3)
  expect(mails).toEqual([])
  expect((await deliveries()).map(({ status }) => status)).toEqual(['cancelled'])
})

test('a failed notice is sent again unchanged, and later comments get another notice', async () => {
  const { misaki, ren, say, toSlack, afterMinutes } = await morning()
  await toSlack(misaki, 'misaki')
  slack.calls.length = 0
  slack.setFault('chat.postMessage', { status: 429, body: '' })
  await say(ren, '一')
  await afterMinutes(3)
  slack.setFault('chat.postMessage', undefined)
  slack.calls.length = 0
  await say(ren, '二')
  await afterMinutes(3)
  expect(posted().map(({ text }) => text!.split('\n')[1])).toEqual(['> 一', '> 二'])
  await afterMinutes(24 * 60)
  expect(posted()).toHaveLength(2)
})

test('two servers send a notice once', async () => {
  const { ren, say, another, later, run } = await morning()
  await say(ren, '一')
  later(180)
  const other = await another()
  expect((await Promise.all([run(), runJobs(other)])).flat()).toEqual([])
  expect(mails).toHaveLength(1)
})

test('an edit without a new name and a repeated comment send no new notice', async () => {
  const { misaki, ren, afterMinutes, report, deliveries } = await morning()
  const comment = { id: '019a0000-0000-7000-8000-000000000001', body: '一', mentions: [misaki.user.id] }
  for (const _time of [1, 2]) await ren.post(`/daily-reports/${report.id}/comments`, comment)
  await afterMinutes(3)
  await ren.put(`/comments/${comment.id}`, { body: '二', mentions: [misaki.user.id] })
  await afterMinutes(3)
  expect(mails).toHaveLength(1)
  expect(await deliveries()).toHaveLength(1)
})

test.each([
  ['after the notice', [3, 0, 3], ['sent']],
  ['before and after the notice is due', [0, 3, 3], ['cancelled', 'sent']],
  ['while the notice waits', [0, 0, 3], ['sent']],
] as const)('a member is notified once if edits remove and restore their name %s', async (_when, waits, expected) => {
  const { misaki, ren, yukari, afterMinutes, deliveries } = await morning()
  const { body: own } = await yukari.post('/daily-reports', draft())
  const place = `/daily-reports/${own.id}/comments`
  const { body: comment } = await ren.post(place, { body: '@佐伯 一', mentions: [misaki.user.id] })
  await afterMinutes(waits[0])
  await ren.put(`/comments/${comment.id}`, { body: '二', mentions: [] })
  await afterMinutes(waits[1])
  await ren.put(`/comments/${comment.id}`, { body: '@佐伯 三', mentions: [misaki.user.id] })
  await afterMinutes(waits[2])
  expect(mails).toHaveLength(1)
  expect((await deliveries()).filter(({ kind }) => kind === 'mention').map(({ status }) => status)).toEqual(expected)
})
