import { describe, expect, test } from 'vitest'
import type { SettingsChange } from '#contract/users.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import type { Scope } from '#server/access/scope.ts'
import { runJobs } from '#server/testing/jobs.ts'
import { draft, notifiedTeam, openDestinations } from '../outbox/testing/notified-team.ts'
import { changeSettings } from '#server/features/account/profile/operations.ts'
import { queueWeekMails } from './operations.ts'

const { mails, withMail } = await openDestinations()

/** Creates Misaki, Ren and Toru. Only Misaki wants the weekly email. It is Friday, 19 October 2040, ten in Tokyo. */
async function friday(options: Partial<Parameters<typeof notifiedTeam>[0]> = {}) {
  const here = await notifiedTeam({ ...withMail, ...options })
  const [misaki, ren] = [await here.member('佐伯', { first_name: '美咲' }), await here.member('早川')]
  const toru = await here.member('小野寺') // this member has an unproven address
  const members = [misaki, ren, toru]
  for (const member of [misaki, ren]) await here.proveEmail(member)
  await misaki.patch('/users/me/settings', { week_mail: true })
  await misaki.post('/daily-reports', { ...draft(), yesterday_work: '・<b>設計</b> & 見直し', issues: '検証環境のDB' })
  await ren.post('/insights', { type: 'keep', note: '先に書き出す' })
  /** Sets the clock, and runs the jobs that run every five minutes. Returns the emails. */
  const at = async (time: string) => {
    here.clock.now = new Date(time)
    await queueWeekMails(here.services)
    expect(await here.run()).toEqual([])
    return mails.splice(0).filter(({ to }) => members.some(({ user }) => user.email === to))
  }
  const change = (settings: SettingsChange, { user } = misaki) =>
    changeSettings(here.services, { teamId: here.teamId, userId: user.id } as Scope, settings)
  return { ...here, misaki, ren, toru, at, change }
}
const atFive = '2040-10-19T08:00:00Z'

test('the weekly email marks only resolved blockers with a check mark (E3.04)', async () => {
  const { misaki, at } = await friday()
  await misaki.post('/daily-reports', { ...draft(), report_date: '2040-10-18', issues: '前日だけの件' })
  const [mail] = await at(atFive)
  expect(mail!.text).toContain('[!] 検証環境のDB')
  expect(mail!.text).toContain('[–] 前日だけの件')
  expect(mail!.text).not.toContain('✓')
  expect(mail!.html).not.toContain('✓')
})

test('the weekly email is sent once after the week, only to members who want it', async () => {
  const { misaki, at } = await friday()
  expect(await at('2040-10-18T08:00:00Z')).toEqual([])
  expect(await at('2040-10-19T07:55:00Z')).toEqual([])
  const [mail, ...others] = await at(atFive)
  expect(others).toEqual([])
  expect(mail).toMatchObject({ to: misaki.user.email, subject: '10月15日 – 19日のまとめ' })
  expect(mail!.text).toBe(`10月15日 – 19日のまとめ

佐伯 美咲さんの一週間です。

■ 自分の一週間
18 木
  - <b>設計</b> & 見直し
19 金
  - 設計
  予定

■ 困りごと
[!] 検証環境のDB
    佐伯 美咲 · 今日から

■ KeepとTry
[Keep] 先に書き出す
    早川 直樹

この週を開く
https://asakai.example/week?date=2040-10-15

毎週、最後の営業日の17:00以降に届きます。
設定で配信を停止する: https://asakai.example/settings?tab=notifications`)
  expect(mail!.html).toContain('&lt;b&gt;設計&lt;/b&gt; &amp; 見直し')
  expect(mail!.html).toContain('href="https://asakai.example/week?date=2040-10-15"')
  expect(await at('2040-10-19T12:00:00Z')).toEqual([])
  expect(await at('2040-10-20T08:00:00Z')).toEqual([])
})

test('the weekly email is in its reader’s language', async () => {
  const { misaki, at } = await friday()
  await misaki.patch('/users/me/settings', { language: 'de' })
  expect((await at(atFive))[0]).toMatchObject({ subject: 'Ihre Woche: 15.–19. Oktober' })
})

test('two servers send the weekly email once', async () => {
  const { clock, misaki, services, run, another } = await friday()
  clock.now = new Date(atFive)
  const other = await another()
  await Promise.all([queueWeekMails(services), queueWeekMails(other.services)])
  expect((await Promise.all([run(), runJobs(other)])).flat()).toEqual([])
  expect(mails.filter(({ to }) => to === misaki.user.email)).toHaveLength(1)
})

describe('it comes', () => {
  test('the weekly email comes on the last working day before holidays that end the week', async () => {
    const { misaki, at } = await friday()
    await misaki.put('/holidays/2040-10-19', { name: '秋祭り' })
    expect(await at('2040-10-18T08:00:00Z')).toHaveLength(1)
    expect(await at(atFive)).toEqual([])
  })

  test('the weekly email comes an hour after the reminder of an evening team', async () => {
    const { setTeam, at } = await friday()
    await setTeam({ reminder_hour: 18, report_time: 'evening' })
    expect(await at('2040-10-19T09:55:00Z')).toEqual([])
    expect(await at('2040-10-19T10:00:00Z')).toHaveLength(1)
  })

  test('the weekly email comes on Thursday if the team’s week ends then', async () => {
    const { setTeam, at } = await friday()
    await setTeam({ working_days: [1, 2, 3, 4, 7] })
    expect(await at('2040-10-18T08:00:00Z')).toHaveLength(1)
    expect(await at(atFive)).toEqual([])
  })

  test('a delivery of Monday’s report does not prevent the weekly email', async () => {
    const { misaki, toSlack, at, deliveries } = await friday({ now: new Date('2040-10-15T01:00:00Z') })
    await toSlack(misaki, 'misaki')
    await misaki.post('/daily-reports', draft('2040-10-15'))
    expect(await deliveries()).toMatchObject([{ kind: 'report', day: '2040-10-15', user_id: misaki.user.id }])
    expect(await at(atFive)).toHaveLength(1)
  })

  test('a member who turns the weekly email on or proves the address later that day also gets it', async () => {
    const { misaki, ren, toru, at, change, proveEmail } = await friday()
    await change({ week_mail: true }, toru)
    expect((await at(atFive)).map(({ to }) => to)).toEqual([misaki.user.email])
    await proveEmail(toru)
    await change({ week_mail: true }, ren)
    expect((await at('2040-10-19T08:30:00Z')).map(({ to }) => to).toSorted()).toEqual(
      [ren.user.email, toru.user.email].toSorted(),
    )
  })

  test('the weekly email comes late on the same day if the servers were down', async () => {
    const { at } = await friday()
    expect(await at('2040-10-19T14:50:00Z')).toHaveLength(1)
  })
})

describe('it does not come', () => {
  test('the weekly email does not come if a member turns it off while it waits', async () => {
    const { clock, services, change, run, deliveries } = await friday()
    clock.now = new Date(atFive)
    await queueWeekMails(services)
    await change({ week_mail: false })
    await run()
    expect((await deliveries()).filter(({ kind }) => kind === 'week').map(({ status }) => status)).toEqual([
      'cancelled',
    ])
  })

  test('no weekly email is sent if no mail is set up', async () => {
    const { at, deliveries } = await friday({ mail: undefined })
    expect(await at(atFive)).toEqual([])
    expect((await deliveries()).filter(({ kind }) => kind === 'week')).toEqual([])
  })
})

describe('the address in its head', () => {
  test('a one-click request stops the weekly email, and opening its link does not', async () => {
    const { at, visitor } = await friday()
    const stop = (await at(atFive))[0]!.stop!.replace('https://asakai.example/api', '')
    expect((await visitor().get(stop)).status).toBe(303)
    expect(await at('2040-10-26T08:00:00Z')).toHaveLength(1)
    const press = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await visitor().post(stop, 'List-Unsubscribe=One-Click', press)).status).toBe(204)
    expect(await at('2040-11-02T08:00:00Z')).toEqual([])
  })

  test('a forged link does not stop the weekly email', async () => {
    const { at, visitor, ren } = await friday()
    const stop = (await at(atFive))[0]!.stop!.replace('https://asakai.example/api', '')
    const [team, , secret] = stop.split('/').at(-1)!.split('.')
    for (const link of ['x', `${team}.${ren.user.id}.${secret}`])
      expect((await visitor().post(`/week-mail/${link}`)).body).toMatchObject({ code: 'link_invalid' })
    expect(await at('2040-10-26T08:00:00Z')).toHaveLength(1)
  })
})

test('the weekly emails of other teams are sent if one team’s time zone is unknown', async () => {
  const [broken, { misaki, clock, services, run, database }] = [await friday(), await friday()]
  const zone = (time_zone: string) =>
    withTeamTransaction(database, broken, (db) =>
      db.updateTable('teams').set({ time_zone }).where('id', '=', broken.teamId).execute(),
    )
  await zone('AET')
  clock.now = new Date(atFive)
  await expect(queueWeekMails(services)).rejects.toThrow('Week mails failed for 1 teams')
  await run()
  expect(mails.splice(0).map(({ to }) => to)).toContain(misaki.user.email)
  await zone('Asia/Tokyo') // the next tests share the database
})
