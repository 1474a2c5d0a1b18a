import { expect, test } from 'vitest'
import type { Member } from '#server/testing/team.ts'
import { draft, notifiedTeam, openDestinations, today } from './testing/notified-team.ts'

const { slack, posted, mails, withMail } = await openDestinations()

/** Creates Misaki and Ren. Misaki gets email. Ren writes reports. */
async function morning() {
  const here = await notifiedTeam(withMail)
  const ren = await here.member('早川', { preferred_name: '早川' })
  const misaki = await here.member('佐伯', { preferred_name: '佐伯' })
  await here.proveEmail(misaki)
  const file = async (today_plan: string, who: Member = ren) =>
    (await who.post('/daily-reports', { ...draft(), today_plan })).body as { id: string }
  return {
    ...here,
    misaki,
    ren,
    file,
    edit: (id: string, today_plan: string) => ren.put(`/daily-reports/${id}`, { ...draft(), today_plan }),
    afterMinutes: (minutes: number) => {
      here.later(minutes * 60)
      return here.run()
    },
    statuses: async () =>
      (await here.deliveries()).filter(({ kind }) => kind === 'mention').map(({ status }) => status),
  }
}

test('each member whom a report names gets one email with the lines that name them (E5.16)', async () => {
  const { misaki, file, edit, afterMinutes, statuses } = await morning()
  const { id } = await file('結合\n@佐伯 レビューをお願いします')
  await afterMinutes(3)
  expect(mails).toMatchObject([{ to: misaki.user.email, subject: '新しいお知らせが1件届いています' }])
  expect(mails[0]!.text).toContain(
    `早川さんの日報でメンションされました。\n> @佐伯 レビューをお願いします\nhttps://asakai.example/?date=${today}#report-${id}`,
  )
  for (const words of ['@佐伯 レビュー待ち', '結合', '@佐伯 もう一度']) await edit(id, words)
  await afterMinutes(3)
  expect([mails.length, await statuses()]).toEqual([1, ['sent']])
})

test('an edit that removes a name cancels the notice, and restoring the name sends one', async () => {
  const { file, edit, afterMinutes, statuses } = await morning()
  const { id } = await file('@佐伯 レビュー')
  await edit(id, '結合')
  await afterMinutes(3)
  expect([mails, await statuses()]).toEqual([[], ['cancelled']])
  await edit(id, '@佐伯 結合')
  await afterMinutes(3)
  expect([mails.length, await statuses()]).toEqual([1, ['cancelled', 'sent']])
})

test('a name that is removed and added again before the notice causes one notice', async () => {
  const { file, edit, afterMinutes, statuses } = await morning()
  const { id } = await file('@佐伯 レビュー')
  for (const words of ['結合', '@佐伯 結合']) await edit(id, words)
  await afterMinutes(3)
  expect([mails.length, await statuses()]).toEqual([1, ['sent']])
})

test('a report that is deleted before its notice is sent causes no notice', async () => {
  const { ren, file, afterMinutes, statuses } = await morning()
  const { id } = await file('@佐伯 レビュー')
  await ren.delete(`/daily-reports/${id}`)
  await afterMinutes(3)
  expect([mails, await statuses()]).toEqual([[], ['cancelled']])
})

test('a restored report sends no second notice', async () => {
  const { ren, file, edit, afterMinutes } = await morning()
  const { id } = await file('@佐伯 レビュー')
  await afterMinutes(3)
  await ren.delete(`/daily-reports/${id}`)
  await ren.post(`/daily-reports/${id}/restore`)
  await edit(id, '@佐伯 レビューと結合')
  await afterMinutes(3)
  expect(mails).toHaveLength(1)
})

test('a member with a linked Slack account gets the notice of a report in Slack', async () => {
  const { misaki, ren, file, edit, toSlack, afterMinutes } = await morning()
  await toSlack(misaki, 'misaki')
  slack.calls.length = 0
  const { id } = await file('@佐伯 *急ぎ*')
  await afterMinutes(3)
  const direct = () => posted().filter(({ channel }) => channel?.startsWith('D'))
  expect(direct().map(({ text }) => text)).toEqual([
    `早川さんの日報でメンションされました。\n> @佐伯 *急ぎ*\n<https://asakai.example/?date=${today}#report-${id}|日報を開く>`,
  ])
  await misaki.patch('/users/me/settings', { mentions: 'none' })
  await ren.delete(`/daily-reports/${id}`)
  const again = await file('@佐伯 もう一度')
  await edit(again.id, '@佐伯 もう一度お願いします')
  await afterMinutes(3)
  expect([direct().length, mails]).toEqual([1, []])
})
