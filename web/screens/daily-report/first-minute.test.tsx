import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { member } from '#contract/testing/members.ts'
import { type FirstStep, firstSteps, type Me } from '#contract/users.ts'
import { type Answers, eachOnTheDay, me, openApp, problem } from '../../testing/app.tsx'
import { report } from '../../testing/server.ts'
import { button } from '../../testing/team.ts'

eachOnTheDay()

const founder = (first_steps: FirstStep[] = [...firstSteps], parts: Partial<Me> = {}): Me => ({
  ...me,
  is_admin: true,
  joined_on: '2026-10-23',
  ...parts,
  team: { ...me.team, first_steps },
})
const open = (user: Me, answers: Answers = {}) =>
  openApp('/', {
    'GET /users/me': { status: 200, body: user },
    'GET /users/': { status: 200, body: [user] },
    ...answers,
  })

const block = () => screen.findByRole('region', { name: 'はじめの設定' })
const titles = async () =>
  within(await block())
    .getAllByRole('heading', { level: 3 })
    .map(({ textContent }) => textContent)
const days = (...reports: unknown[]) => ({ status: 200, body: { reports, total: reports.length } })

const server = {
  version: '1.0.0',
  newest: null,
  public_url: 'http://localhost:3000',
  database: { kind: 'bundled', version: '18.4' },
  backup: { nightly: false, newest_at: null },
  queue: { late_seconds: 0, waiting: 0, failed: 0 },
  mail: { succeeded_at: null, failed_at: null, failure: null, is_set_up: false },
  providers: [],
  members: [],
}
const serverIs = (parts: object) => ({ 'GET /deployment/state': { status: 200, body: { ...server, ...parts } } })

describe('the note about the server', () => {
  it('the note names the missing settings without which others cannot join (N22.05)', async () => {
    const { user } = await open(founder(), serverIs({}))
    const list = (await screen.findByText(/サーバーで次の設定が必要です/u)).closest('div')!
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => /PUBLIC_URL|SMTP_URL|BACKUP_DIR/u.exec(textContent)?.[0]),
    ).toEqual(['PUBLIC_URL', 'SMTP_URL', 'BACKUP_DIR'])
    expect(within(list).getByRole('link').getAttribute('href')).toBe('/settings?tab=server')
    await user.click(screen.getByRole('button', { name: '閉じる' }))
    expect(screen.queryByText(/BACKUP_DIR/u)).toBeNull()
    cleanup()
    const { sent } = await open(founder(), serverIs({}))
    await block()
    expect(sent.map(({ call }) => call)).not.toContain('GET /deployment/state')
  })

  it.each([
    [
      'nothing is missing',
      serverIs({
        public_url: 'https://asakai.example.com',
        backup: { nightly: true, newest_at: null },
        mail: { ...server.mail, is_set_up: true },
      }),
    ],
  ])('the note about missing settings is hidden if %s (N22.05)', async (_, answers) => {
    const { sent } = await open(founder(), answers)
    await block()
    await waitFor(() => expect(sent.map(({ call }) => call)).toContain('GET /deployment/state'))
    await screen.findByText('最初の1件を書くと、ここに並びます。')
    expect(screen.queryByText(/サーバーで次の設定が必要です/u)).toBeNull()
  })

  it('a later team on the server sees no note about missing settings (N22.05)', async () => {
    const { sent } = await open(founder(undefined, { has_server_settings: false }), serverIs({}))
    await block()
    await screen.findByText('最初の1件を書くと、ここに並びます。')
    expect(screen.queryByText(/サーバーで次の設定が必要です/u)).toBeNull()
    expect(sent.map(({ call }) => call)).not.toContain('GET /deployment/state')
  })
})

describe('the creator of a team', () => {
  it('the creator of a team sees four steps above the day', async () => {
    await open(founder())
    expect(await titles()).toEqual([
      'チーム名と時刻を設定する',
      'メンバーを招待する',
      '外部サービスに接続する',
      '最初の日報を書く',
    ])
    expect(screen.getByRole('link', { name: '招待する' }).getAttribute('href')).toBe('/team?invite')
    expect(screen.getByRole('link', { name: '接続する' }).getAttribute('href')).toBe(
      '/settings?tab=user-info#connections-card',
    )
    expect(await screen.findByText('最初の1件を書くと、ここに並びます。')).toBeTruthy()
    expect(screen.getAllByRole('button', { name: '日報を書く' })).toHaveLength(2)
  })

  it('text typed in the team step survives a reload and can be discarded (E5.15)', async () => {
    const { user } = await open(founder())
    const name = async () =>
      within(await screen.findByRole('form', { name: 'チーム名と時刻を設定する' })).findByLabelText<HTMLInputElement>(
        'チーム名',
      )
    const before = (await name()).value
    await user.type(await name(), 'の朝')
    await user.click(screen.getByRole('checkbox', { name: /祝日/u }))
    cleanup()
    await open(founder())
    expect((await name()).value).toBe(`${before}の朝`)
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /祝日/u }).checked).toBe(false)
    await user.click(await button('下書きを破棄'))
    expect((await name()).value).toBe(before)
  })

  it('the team step saves name, zone, hour and language, and disappears (E1.10)', async () => {
    const there = founder()
    there.team.time_zone = 'America/New_York'
    const { sent, user } = await open(there, {
      'PATCH /teams/me': ({ body }) => ({
        status: 200,
        body: { ...me.team, ...(body as object), first_steps: ['invite', 'connect', 'report'] },
      }),
    })
    const form = within(await screen.findByRole('form', { name: 'チーム名と時刻を設定する' }))
    const row = screen.getByText('チーム名と時刻を設定する').closest('li')! // it is removed later
    const name = form.getByLabelText('チーム名')
    await user.clear(name)
    await user.type(name, ' 予約 ')
    const hour = form.getByLabelText<HTMLSelectElement>('リマインドの時刻')
    await user.selectOptions(form.getByLabelText('日報を書く時間帯'), '夕方')
    expect(hour.selectedOptions[0]!.text).toBe('17:00')
    await user.selectOptions(hour, '18:00')
    await user.click(form.getByRole('checkbox', { name: /の祝日を追加する/u }))
    await user.click(form.getByRole('button', { name: '保存する' }))
    await screen.findByText('チームの設定を保存しました')
    expect(sent.some(({ call }) => call === 'PUT /holidays/subscription')).toBe(false)
    expect(sent.find(({ call }) => call === 'PATCH /teams/me')!.body).toEqual({
      name: '予約',
      time_zone: 'America/New_York',
      language: 'ja',
      report_time: 'evening',
      reminder_hour: 18,
    })
    await waitFor(() => expect(row.hasAttribute('inert')).toBe(true))
    await waitFor(async () => expect(await titles()).toHaveLength(3))
  })

  it("the team step adds the holidays of the zone's country after the save (E4.05)", async () => {
    const added = { subscription: { country: 'EE', region: null, added_until: 2027 }, coming: 14 }
    const { sent, user } = await open(founder(), {
      'PATCH /teams/me': ({ body }) => ({ status: 200, body: { ...me.team, ...(body as object), first_steps: [] } }),
      'PUT /holidays/subscription': { status: 200, body: added },
    })
    const form = within(await screen.findByRole('form', { name: 'チーム名と時刻を設定する' }))
    expect(form.getByRole('checkbox', { name: /^日本の祝日を追加する/u })).toHaveProperty('checked', true)
    await user.type(form.getByLabelText('タイムゾーン'), 'utc{Enter}')
    expect(form.queryByRole('checkbox')).toBeNull()
    await user.type(form.getByLabelText('タイムゾーン'), 'tallinn{Enter}')
    expect(form.getByRole('checkbox', { name: /^エストニアの祝日を追加する/u })).toHaveProperty('checked', true)
    await user.click(form.getByRole('button', { name: '保存する' }))
    await waitFor(() =>
      expect(sent.find(({ call }) => call === 'PUT /holidays/subscription')?.body).toEqual({ country: 'EE' }),
    )
    expect(sent.findIndex(({ call }) => call === 'PATCH /teams/me')).toBeLessThan(
      sent.findIndex(({ call }) => call === 'PUT /holidays/subscription'),
    )
  })

  it('the team is saved even if adding the holidays failed, and a message says so', async () => {
    const { user } = await open(founder(), {
      'PATCH /teams/me': ({ body }) => ({ status: 200, body: { ...me.team, ...(body as object), first_steps: [] } }),
      'PUT /holidays/subscription': { status: 500 },
    })
    await user.click(await screen.findByRole('button', { name: '保存する' }))
    await screen.findByText('祝日を追加できませんでした。チームのカレンダーから追加できます。')
    await screen.findByText('チームの設定を保存しました')
  })

  it('the team step keeps the typed text if saving fails', async () => {
    const { user } = await open(founder(), { 'PATCH /teams/me': problem(503, 'busy', '混雑') })
    const name = await screen.findByLabelText<HTMLInputElement>('チーム名')
    await user.clear(name)
    await user.click(await button('保存する'))
    expect(await screen.findByText('入力してください')).toBeTruthy()
    await user.type(name, '予約')
    await user.click(await button('保存する'))
    expect(await screen.findByText('チームの設定を保存できませんでした')).toBeTruthy()
    expect(name.value).toBe('予約')
  })

  it('the remaining steps of the creator have no numbers', async () => {
    await open(founder(['connect', 'report']))
    const steps = within(await screen.findByRole('region', { name: 'はじめの設定' })).getAllByRole('listitem')
    expect(steps.map((step) => /^\d/u.test(step.textContent))).toEqual([false, false])
  })

  it('the creator can skip the connection step for the whole team', async () => {
    const { sent, user } = await open(founder(['connect', 'report']), {
      'PATCH /teams/me': ({ body }) => ({ status: 200, body: { ...me.team, ...(body as object) } }),
    })
    await user.click(await button('使わない'))
    await waitFor(() =>
      expect(screen.getByText('外部サービスに接続する').closest('li')!.hasAttribute('inert')).toBe(true),
    )
    expect(sent.find(({ call }) => call === 'PATCH /teams/me')!.body).toEqual({ first_steps: ['report'] })
  })

  it('the remaining steps are folded into one line until the user opens the line', async () => {
    const { user } = await open(founder(['invite', 'connect', 'report']))
    await user.click(await button('あとで'))
    expect(screen.queryByText('メンバーを招待する')).toBeNull()
    await user.click(await button('はじめの設定 あと3つ'))
    expect(await titles()).toHaveLength(3)
  })

  it('the first report finishes the last step of the creator', async () => {
    await open(founder(['report']), { 'GET /daily-reports': days(report({ user_id: 'ren', user_name: '早川 蓮' })) })
    await screen.findByRole('rowheader', { name: /早川 蓮/u })
    await waitFor(() => expect(screen.queryByRole('region', { name: 'はじめの設定' })).toBeNull())
  })

  it('no steps are shown on other days or after all steps are done', async () => {
    const { user } = await open(founder(['report']))
    await block()
    await user.keyboard('{ArrowLeft}')
    await waitFor(() => expect(screen.queryByRole('region', { name: 'はじめの設定' })).toBeNull())
  })
})

describe('a new member of a team', () => {
  const people = ['蓮', '徹', '悠', '航太'].map((name, index) => member(`m${index}`, '早川', name))
  const joined = (parts: Partial<Me> = {}): Me => ({ ...founder(), is_admin: false, ...parts })
  const line = /^このチームのメンバーは早川 蓮、早川 徹、早川 悠、ほか1人です。/u
  const openJoined = (user: Me, answers: Answers = {}) =>
    open(user, { 'GET /users/': { status: 200, body: [user, ...people] }, ...answers })

  it('a new member is told who is in the team and how to write', async () => {
    await openJoined(joined())
    expect(await screen.findByText(line)).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'はじめの設定' })).toBeNull()
  })

  it("the welcome is not shown after a new member's first report", async () => {
    await openJoined(joined(), { 'GET /daily-reports': days(report({ user_id: me.id, user_name: '佐伯 美咲' })) })
    await screen.findByRole('rowheader', { name: /佐伯 美咲/u })
    expect(screen.queryByText(line)).toBeNull()
  })

  it("the welcome is not shown on another empty day after a new member's first report", async () => {
    const earlier = report({ user_id: me.id, report_date: '2026-10-22', today_plan: '予約画面の実装' })
    await openJoined(joined(), { 'GET /daily-reports/my/latest': { status: 200, body: earlier } })
    await screen.findByText(/前回の/u)
    expect(screen.queryByText(line)).toBeNull()
  })

  it("the welcome is not shown after a new member's first day", async () => {
    await openJoined(joined({ joined_on: '2026-10-22' }))
    await screen.findByText('10月23日の日報はまだありません')
    expect(screen.queryByText(line)).toBeNull()
  })
})
