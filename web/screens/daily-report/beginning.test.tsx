import { focusManager } from '@tanstack/react-query'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import type { Prefill } from '#contract/prefill.ts'
import { emptyReport } from '#contract/report-fields.ts'
import { field, key, latest, members, open, panelGone, today } from '../../testing/daily-report.tsx'
import { report, standInServer } from '../../testing/server.ts'
import { reportDrafts } from '../../features/reports/drafts.ts'

const plan = '再試行の負荷試験\n・#479のリリース準備\n監視の手順書を更新'
const withPlan = (today_plan = plan) => ({ ...latest, today_plan, issues: '', blocker: '' })

async function write(parts: Parameters<typeof open>[0] = {}) {
  const opened = open(parts)
  await screen.findByText('10月23日の日報はまだありません')
  await userEvent.keyboard('n')
  await screen.findAllByRole('textbox')
  return opened
}
const yesterday = async () => (await field(/^(昨日|本日)やったこと/u)).value
const plans = async () => (await field(/^(今日|明日)やること/u)).value
const rows = () => screen.getAllByRole('radiogroup').map((row) => row.parentElement!.querySelector('p')!.textContent)
const outcomeOf = (line: string | RegExp) => within(screen.getByRole('radiogroup', { name: line }))

/** Presses the keys and returns their number. */
async function press(...keys: string[]) {
  for (const each of keys) await userEvent.keyboard(each)
  return keys.length
}
const back = '{Shift>}{Tab}{/Shift}'
const send = '{Control>}{Enter}{/Control}'

describe('the lines of the last plan (N8.01)', () => {
  it('one key sorts each line of the last plan, and ten keys submit the report (N8.04)', async () => {
    const server = standInServer({ members, latest: withPlan() })
    open()
    await screen.findByText('10月23日の日報はまだありません')
    const opening = await press('n')
    await waitFor(async () => expect(document.activeElement).toBe(await field(/^今日やること/u)))
    await screen.findByText('前回(10月22日)の予定')
    expect([await yesterday(), await plans(), rows()]).toEqual([
      plan,
      plan,
      ['再試行の負荷試験', '#479のリリース準備', '監視の手順書を更新'],
    ])
    expect(screen.queryByRole('radio', { checked: true })).toBeNull()

    const keys = await press(back, back, '1', '{ArrowUp}', '2', '{ArrowUp}', '1', send)

    expect(opening + keys).toBeLessThanOrEqual(10)
    await panelGone()
    expect(server.filed()).toEqual([[today, '再試行の負荷試験\n監視の手順書を更新', '・#479のリリース準備', '']])
  })

  it('lines of the last plan can be sorted by arrow keys and pointer, without a submit', async () => {
    const server = standInServer({ members, latest: withPlan() })
    await write()
    await userEvent.click(outcomeOf('再試行の負荷試験').getByRole('radio', { name: 'やめる' }))
    expect([await yesterday(), await plans()]).toEqual([plan.slice(9), plan.slice(9)])
    await userEvent.keyboard('{ArrowDown}{Enter}')
    expect(outcomeOf(/^#479 ?のリリース準備$/u).getByRole('radio', { name: '済', checked: true })).toBe(
      document.activeElement,
    )
    await userEvent.keyboard('{ArrowRight}')
    expect([await yesterday(), await plans()]).toEqual(['監視の手順書を更新', plan.slice(9)])
    await userEvent.click(outcomeOf('再試行の負荷試験').getByRole('radio', { name: '済' }))
    expect(await yesterday()).toBe('再試行の負荷試験\n監視の手順書を更新')
    expect(server.filed()).toEqual([])
  })

  it('an edited line of the last plan has no choices any more', async () => {
    standInServer({ members, latest: withPlan('設計\n試験') })
    await write()
    await screen.findByText('前回(10月22日)の予定')
    await userEvent.type(await field(/^今日やること/u), 'と確認')
    expect(rows()).toEqual(['設計'])
    await userEvent.clear(await field(/^今日やること/u))
    expect(screen.queryByRole('radiogroup')).toBeNull()
    expect(screen.getByText('前回(10月22日)の内容から始めています')).toBeTruthy()
  })

  it('a press empties the fields at once, and an undo restores the text and the choices', async () => {
    standInServer({ members, latest: withPlan() })
    await write()
    await userEvent.click(outcomeOf('監視の手順書を更新').getByRole('radio', { name: '今日へ' }))
    await userEvent.click(screen.getByRole('button', { name: '空にする' }))
    expect([await yesterday(), await plans(), screen.queryByRole('radiogroup')]).toEqual(['', '', null])
    await userEvent.click(screen.getByRole('button', { name: '元に戻す' }))
    expect(outcomeOf('監視の手順書を更新').getByRole('radio', { name: '今日へ', checked: true })).toBeTruthy()
  })

  it.each([
    [
      'a choice for a line',
      () => userEvent.click(outcomeOf('監視の手順書を更新').getByRole('radio', { name: 'やめる' })),
    ],
    ['emptying the form', () => userEvent.click(screen.getByRole('button', { name: '空にする' }))],
  ])('Ctrl+Z in a field undoes %s unless the member has typed since', async (_name, press) => {
    standInServer({ members, latest: withPlan() })
    await write()
    await screen.findByText('前回(10月22日)の予定')
    const before = [await yesterday(), await plans()]
    await press()
    const after = [await yesterday(), await plans()]
    expect(after).not.toEqual(before)
    const plan = await field(/^今日やること/u)
    plan.focus()
    expect(fireEvent.keyDown(plan, { key: 'z', ctrlKey: true })).toBe(false)
    expect([await yesterday(), await plans()]).toEqual(before)
    await press()
    await userEvent.type(plan, '!')
    expect(fireEvent.keyDown(plan, { key: 'z', ctrlKey: true })).toBe(true)
    expect(await plans()).toContain('!')
  })

  it('the form shows six lines of the last plan at first, and the others on demand', async () => {
    standInServer({ members, latest: withPlan(Array.from({ length: 8 }, (_, at) => `作業${at + 1}`).join('\n')) })
    await write()
    await screen.findByText('前回(10月22日)の予定')
    expect(rows()).toHaveLength(6)
    await userEvent.click(screen.getByRole('button', { name: 'ほか2件' }))
    expect(rows()).toHaveLength(8)
    expect(document.activeElement).toBe(outcomeOf('作業7').getByRole('radio', { name: '済' }))
  })

  it('the draft keeps the choices when the form is closed and opened again', async () => {
    standInServer({ members, latest: withPlan() })
    const { unmount } = await write()
    await userEvent.click(outcomeOf('再試行の負荷試験').getByRole('radio', { name: 'やめる' }))
    expect(reportDrafts.read(key)?.choices).toEqual(new Map([['再試行の負荷試験', 'dropped']]))
    unmount()
    await write()
    expect(await outcomeOf('再試行の負荷試験').findByRole('radio', { name: 'やめる', checked: true })).toBeTruthy()
    expect(rows()).toHaveLength(3)
    await userEvent.click(screen.getByRole('button', { name: '下書きを破棄' }))
    expect([await yesterday(), screen.queryByRole('radio', { checked: true })]).toEqual([plan, null])
  })

  it('the form offers no lines of the last plan when an existing report is edited', async () => {
    const mine = report({ user_id: 'misaki', today_plan: '続き', yesterday_work: '続き' })
    standInServer({ members, latest: withPlan('続き'), reports: [mine] })
    open()
    await userEvent.click(await screen.findByRole('button', { name: '自分の日報を編集' }))
    await field(/^今日やること/u)
    expect(screen.queryByRole('radiogroup')).toBeNull()
  })

  it("an evening team's plan lines count as done, and move to tomorrow on request (N4.06)", async () => {
    const server = standInServer({ members, latest: withPlan() })
    open({ time: 'evening' })
    await screen.findByText('10月23日の日報はまだありません')
    const opening = await press('n')
    await waitFor(async () => expect(document.activeElement).toBe(await field(/^明日やること/u)))
    await screen.findByText('前回(10月22日)の予定')
    expect([await yesterday(), await plans()]).toEqual([plan, ''])
    expect(outcomeOf('監視の手順書を更新').getByRole('radio', { name: '明日へ' })).toBeTruthy()
    expect(opening + (await press(back, back, '2', '{ArrowUp}', '1', '{ArrowUp}', '3', send))).toBeLessThanOrEqual(10)
    await panelGone()
    expect(server.filed()).toEqual([[today, '・#479のリリース準備', '監視の手順書を更新', '']])
  })
})

describe('a line carried three times (N8.03)', () => {
  it('a line carried three times can be turned into a blocker and back', async () => {
    const planned = [
      { text: '#479のリリース準備', carried: 3 },
      { text: '監視の手順書を更新', carried: 2 },
    ]
    standInServer({ members, latest: withPlan(), beginning: { planned, blockers: [], done: [] } })
    await write()
    expect((await screen.findByText(/続けて予定/u)).textContent).toBe('3日続けて予定 · 困りごとにする')
    await userEvent.click(screen.getByRole('button', { name: '困りごとにする' }))
    expect([await yesterday(), await plans(), (await field(/困っていること/u)).value]).toEqual([
      '再試行の負荷試験\n監視の手順書を更新',
      '再試行の負荷試験\n監視の手順書を更新',
      '・#479のリリース準備',
    ])
    expect(document.activeElement).toBe(outcomeOf(/^#479 ?のリリース準備$/u).getByRole('radio', { name: '済' }))
    await userEvent.keyboard('2')
    expect([await plans(), (await field(/困っていること/u)).value]).toEqual([plan, ''])
  })
})

it('a line of the last plan is shown without its Markdown marks, and moved with the marks', async () => {
  const server = standInServer({ members, latest: withPlan('**見積もり**の`更新`') })
  await write()
  const row = await screen.findByRole('radiogroup', { name: '見積もりの更新' })
  await userEvent.click(within(row).getByRole('radio', { name: '今日へ' }))
  expect(await plans()).toBe('**見積もり**の`更新`')
  expect(server.filed()).toEqual([])
})

describe('work done since the last report (N8.02)', () => {
  const done = (at: number, more: Partial<Prefill['done'][number]> = {}): Prefill['done'][number] => ({
    text: `課題${at} #${at}`,
    url: `https://github.example/issues/${at}`,
    source: 'github',
    kind: 'closed',
    reference: `#${at}`,
    ...more,
  })
  const list = () => screen.findByRole('toolbar', { name: '前回の日報以降の動き' })
  const withDone = (...items: Prefill['done']) =>
    standInServer({ members, latest: withPlan('設計'), beginning: { planned: [], blockers: [], done: items } })

  it("a press adds a finished issue to yesterday's work, and a second press removes it", async () => {
    withDone(done(476, { kind: 'merged' }), done(469))
    await write()
    const item = within(await list()).getByRole('button', { name: '課題476' })
    await userEvent.click(item)
    expect([await yesterday(), item.getAttribute('aria-pressed')]).toEqual(['設計\n課題476 #476', 'true'])
    await userEvent.click(item)
    expect([await yesterday(), item.getAttribute('aria-pressed')]).toEqual(['設計', 'false'])
    const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'マージ済み #476' })
    expect([link.href, link.target, link.rel]).toEqual([
      'https://github.example/issues/476',
      '_blank',
      'noopener noreferrer',
    ])
  })

  it('the list of finished issues is one tab stop, with arrow keys inside', async () => {
    withDone(done(1), done(2))
    await write()
    await list()
    await userEvent.keyboard(back)
    expect(document.activeElement?.textContent).toBe('課題1')
    await userEvent.keyboard('{ArrowDown}{ArrowRight}')
    expect(document.activeElement?.textContent).toBe('完了 #2')
    await userEvent.keyboard('{ArrowLeft}{Enter}')
    expect(await yesterday()).toBe('設計\n課題2 #2')
    await userEvent.keyboard(back)
    expect(document.activeElement).toBe(await field(/^昨日やったこと/u))
  })

  it('the form shows five finished issues at first, without links if they have no address', async () => {
    withDone(...Array.from({ length: 8 }, (_, at) => done(at + 1, { url: null })))
    await write()
    expect(within(await list()).getAllByRole('listitem')).toHaveLength(5)
    await userEvent.click(screen.getByRole('button', { name: 'ほか3件' }))
    expect(within(await list()).getAllByRole('listitem')).toHaveLength(8)
    expect(within(await list()).queryByRole('link')).toBeNull()
  })

  it.each([
    ['there are none', () => withDone()],
    [
      'they cannot be loaded',
      () => {
        const server = withDone(done(1))
        server.instead = ({ path }) => (path.endsWith('/draft') ? { status: 503 } : undefined)
      },
    ],
    [
      'there is no network',
      () => {
        withDone(done(1))
        vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
      },
    ],
  ])('the list of finished issues is hidden if %s', async (_, prepare) => {
    prepare()
    await write()
    expect(await yesterday()).toBe('設計')
    expect(screen.queryByText('前回の日報以降の動き')).toBeNull()
  })
})

describe('a draft that a program wrote (N10.05)', () => {
  const draft = {
    id: '0190f000-0000-7000-8000-000000000001',
    ...emptyReport,
    today_plan: '請求書の実装',
    written_at: '2026-10-23T08:30:00+09:00',
  }
  const left = { planned: [], blockers: [], draft, done: [] }
  const changes = ({ sent }: ReturnType<typeof standInServer>) =>
    sent.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`)

  it("a program's draft fills the form and becomes the member's own draft", async () => {
    const server = standInServer({ members, latest: withPlan('設計'), beginning: left })
    await write()
    await waitFor(async () => expect([await yesterday(), await plans()]).toEqual(['設計', '請求書の実装']))
    expect(reportDrafts.read(key)?.words.today_plan).toBe('請求書の実装')
    await waitFor(() => expect(changes(server)).toEqual(['DELETE /daily-reports/draft']))
  })

  it("a program's newer draft replaces the text until the member edits the text", async () => {
    const server = standInServer({ members, latest: withPlan('設計') })
    const leave = (id: string, today_plan: string) => {
      server.instead = ({ method, path }) =>
        method === 'GET' && path === '/daily-reports/draft'
          ? { status: 200, body: { ...left, draft: { ...draft, id, today_plan } } }
          : undefined
    }
    const reread = () => {
      focusManager.setFocused(false)
      focusManager.setFocused(true)
    }
    const deleted = () => server.sent.filter(({ method }) => method === 'DELETE').map(({ query }) => query.get('id'))
    leave('first', '請求書の実装')
    await write()
    await waitFor(async () => expect(await plans()).toBe('請求書の実装'))
    leave('second', '請求書の実装\n試験')
    reread()
    await waitFor(async () => expect(await plans()).toBe('請求書の実装\n試験'))
    await waitFor(() => expect(deleted()).toEqual(['first', 'second']))
    await userEvent.type(await field(/^今日やること/u), 'と確認')
    leave('third', '別の案')
    const reads = () =>
      server.sent.filter(({ path, method }) => method === 'GET' && path === '/daily-reports/draft').length
    const before = reads()
    reread()
    await waitFor(() => expect(reads()).toBe(before + 1))
    expect(await plans()).toBe('請求書の実装\n試験と確認')
    expect(deleted()).toEqual(['first', 'second'])
    focusManager.setFocused(undefined)
  })

  it("a program's draft does not replace text that the member has begun to write", async () => {
    const server = standInServer({ members, latest: withPlan('設計'), beginning: left })
    const words = { ...emptyReport, yesterday_work: '自分の言葉', today_plan: '', issues: '' }
    reportDrafts.write(key, { words, baseVersion: null, savedAt: Date.now() }, undefined)
    await write()
    expect(await yesterday()).toBe('自分の言葉')
    expect(await plans()).toBe('')
    expect(changes(server)).toEqual([])
  })
})
