import { expect, test } from 'vitest'
import type { Member } from '#server/testing/team.ts'
import { notifiedTeam, openDestinations } from './testing/notified-team.ts'

const { slack, posted, mails, withMail } = await openDestinations()

/**
 * Creates a team that approves months. It is October. Mizuno, an administrator, and Ren, a member, have proven their
 * emails.
 */
async function withMonth() {
  const here = await notifiedTeam(withMail)
  const [mizuno, ren] = [await here.member('水野'), await here.member('早川')]
  for (const member of [mizuno, ren]) await here.proveEmail(member)
  await mizuno.patch('/teams/me', { month_approval: true })
  const become = async (who: Member, of: Member, state: string, note = '', month = '2040-09') => {
    const { revision } = (await who.get(`/months/${month}?user_id=${of.user.id}`)).body
    return who.patch(`/months/${month}`, { user_id: of.user.id, state, note, revision })
  }
  const afterMinutes = (minutes: number) => {
    here.later(minutes * 60)
    return here.run()
  }
  return { ...here, mizuno, ren, become, afterMinutes }
}

/** Returns the sentences about months in each email. */
const noticeLines = () => mails.map(({ text }) => text.match(/^.+年.+月の月報を.+$/gmu))

const monthLinkOf = ({ user }: Member) => `https://asakai.example/?page=monthly-report&month=2040-09&member=${user.id}`

test('administrators get one notice for all months submitted within a few minutes (N11.03)', async () => {
  const { mizuno, ren, member, become, afterMinutes, deliveries } = await withMonth()
  const [misaki, toru, away] = [await member('佐伯'), await member('小野寺'), await member('岡田')]
  await mizuno.patch(`/users/${away.user.id}`, { is_admin: true })
  await mizuno.patch(`/users/${away.user.id}`, { is_active: false })
  await become(mizuno, mizuno, 'submitted')
  await become(mizuno, mizuno, 'approved')
  await become(ren, ren, 'submitted', '9月分です')
  await become(misaki, misaki, 'submitted')
  await become(toru, toru, 'submitted')
  await become(toru, toru, 'open')
  await afterMinutes(3)
  expect(mails).toMatchObject([{ to: mizuno.user.email, subject: '月報についてのお知らせ' }])
  expect(mails[0]!.text).toContain(
    `早川 直樹さんが2040年9月の月報を提出しました。\n> 9月分です\n${monthLinkOf(ren)}\n\n佐伯 直樹さんが2040年9月の月報を提出しました。\n${monthLinkOf(misaki)}`,
  )
  expect(noticeLines()).toMatchObject([{ length: 2 }])
  expect((await deliveries()).map(({ kind, day, status }) => [kind, day, status])).toEqual([['month', null, 'sent']])
  await become(toru, toru, 'submitted')
  await afterMinutes(3)
  expect(noticeLines().slice(1)).toEqual([['小野寺 直樹さんが2040年9月の月報を提出しました。']])
})

test('a notice of months lists the earliest decision first', async () => {
  const { mizuno, ren, become, later, afterMinutes } = await withMonth()
  for (const month of ['2040-09', '2040-08']) {
    await become(ren, ren, 'submitted', '', month)
    await become(mizuno, ren, 'returned', '書き足してください', month)
    later(30)
  }
  await ren.post('/daily-reports', { report_date: '2040-09-28', yesterday_work: '会議', today_plan: '', issues: '' })
  await afterMinutes(3)
  expect(noticeLines().at(-1)).toEqual([
    '水野 直樹さんが2040年9月の月報を差し戻しました。',
    '水野 直樹さんが2040年8月の月報を差し戻しました。',
  ])
})

test('a notice of a month contains the decision that is valid when the notice is sent', async () => {
  const { mizuno, ren, member, become, afterMinutes } = await withMonth()
  await become(ren, ren, 'submitted')
  await become(ren, ren, 'open')
  await afterMinutes(3)
  expect(mails).toEqual([])
  await become(ren, ren, 'submitted')
  await become(mizuno, ren, 'returned', '29日を\n書き足してください')
  await become(ren, ren, 'submitted', '8月分です', '2040-08')
  const misaki = await member('佐伯')
  await become(misaki, misaki, 'submitted', '9月分です')
  await afterMinutes(3)
  const toRen = mails.filter(({ to }) => to === ren.user.email)
  expect(toRen.map(({ text }) => text.match(/2040年/gu)!.length)).toEqual([1])
  expect(toRen[0]!.text).toContain(
    `水野 直樹さんが2040年9月の月報を差し戻しました。\n> 29日を\n> 書き足してください\n${monthLinkOf(ren)}`,
  )
})

test('a notice omits the decision on a month that an administrator’s import has reopened', async () => {
  const { app, mizuno, ren, become, afterMinutes } = await withMonth()
  for (const month of ['2040-08', '2040-09']) {
    await become(ren, ren, 'submitted', '', month)
    await become(mizuno, ren, 'approved', '', month)
  }
  const { statusCode } = await app.inject({
    method: 'POST',
    url: '/api/import',
    headers: { authorization: `Bearer ${mizuno.tokens.access_token}`, 'content-type': 'text/csv' },
    payload: `date,email,today\n2040-09-28,${ren.user.email},設計`,
  })
  expect(statusCode).toBe(200)
  await afterMinutes(3)
  expect(noticeLines()).toEqual([['水野 直樹さんが2040年8月の月報を承認しました。']])
})

test('a member with a known Slack account is notified of a month in Slack', async () => {
  const { mizuno, ren, become, toSlack, afterMinutes } = await withMonth()
  await toSlack(ren, 'misaki')
  await become(ren, ren, 'submitted')
  slack.calls.length = 0
  await become(mizuno, ren, 'approved', '<!channel> 確認')
  await afterMinutes(3)
  expect(posted().map(({ text }) => text)).toEqual([
    `水野 直樹さんが2040年9月の月報を承認しました。\n> &lt;!channel&gt; 確認\n<${monthLinkOf(ren).replaceAll('&', '&amp;')}|月報を開く>`,
  ])
  expect(mails).toEqual([])
})

test('a member who wants no notices gets no notice of a month', async () => {
  const { mizuno, ren, become, afterMinutes } = await withMonth()
  await mizuno.patch('/users/me/settings', { mentions: 'none' })
  await become(ren, ren, 'submitted')
  await afterMinutes(3)
  expect(mails).toEqual([])
})
