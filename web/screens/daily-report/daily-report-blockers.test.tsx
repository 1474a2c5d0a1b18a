import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { blocker } from '#contract/testing/blockers.ts'
import { button, field, members, open, panelGone } from '../../testing/daily-report.tsx'
import { report, standInServer } from '../../testing/server.ts'

const line = (text: string) => screen.findByRole('group', { name: text })
const named = report({
  id: 'report',
  user_id: 'ren',
  issues: '検証環境のDBが応答しない\n契約書の返事待ち\n謝礼の手続き',
})
const statuses = [
  blocker(),
  blocker({
    id: 'taken',
    line: 1,
    text: '契約書の返事待ち',
    opened_on: '2026-10-23',
    state: 'acknowledged',
    owner_id: 'toru',
    owner_name: '小野寺 徹',
    reopened: true,
  }),
  blocker({
    id: 'over',
    line: 2,
    text: '謝礼の手続き',
    state: 'resolved',
    resolution: 'solved',
    resolved_by: 'misaki',
    resolved_by_name: '佐伯 美咲',
    resolved_on: '2026-10-22',
  }),
]
const dayWith = (...blockers: typeof statuses) => standInServer({ members, reports: [named], blockers })

describe('a blocker on the day', () => {
  it('a blocker shows its age, its owner and the possible actions', async () => {
    dayWith(...statuses)
    open()
    expect((await line('検証環境のDBが応答しない')).textContent).toBe('2営業日前から引き受ける解決')
    expect((await line('契約書の返事待ち')).textContent).toBe(
      '再開 · 2営業日前から小小野寺 徹さんが対応中対応中小野寺 徹さんを担当から外す解決',
    )
    expect((await line('謝礼の手続き')).textContent).toBe('10/22に解決 · 佐伯 美咲元に戻す')
    // The button counts blockers, not members. Here one member has two open blockers (E3.05).
    expect(screen.getByRole('button', { name: '困りごと 2件' })).toBeTruthy()
  })

  it.each([
    [{ resolution: 'issue', reference: '#461' }, '#461の完了で解決元に戻す'],
    [{ state: 'unmentioned', resolution: 'unnamed' }, '10/22から日報に書かれていませんまだ続いている解決'],
    [{ resolution: 'solved' }, '10/22に解決元に戻す'],
  ] as const)('a blocker that has ended shows the reason: %j', async (how, words) => {
    dayWith(blocker({ state: 'resolved', resolved_on: '2026-10-22', ...how }))
    open()
    expect((await line('検証環境のDBが応答しない')).textContent).toBe(words)
  })

  it.each([
    ['resolved', 1],
    ['unmentioned', 0],
  ] as const)('only a resolved blocker has a check mark: %s (E3.04)', async (state, marks) => {
    dayWith(blocker({ state, resolved_on: '2026-10-22' }))
    open()
    const words = await screen.findByText('検証環境のDBが応答しない')
    await waitFor(() =>
      expect(words.closest('[class*=rounded-2]')!.querySelectorAll('.lucide-circle-check')).toHaveLength(marks),
    )
  })

  it('a blocker links to the issue that its text names', async () => {
    dayWith(blocker({ reference: '#461', url: 'https://github.example/461' }))
    open()
    const link = await within(await line('検証環境のDBが応答しない')).findByRole('link', { name: '#461' })
    expect(link.getAttribute('href')).toBe('https://github.example/461')
  })

  it('a press makes the member the owner of a blocker, and another press ends that', async () => {
    const server = dayWith(blocker())
    const answer = Promise.withResolvers<void>()
    server.instead = ({ method, body }) => {
      if (method !== 'PATCH') return undefined
      const isAccepted = (body as { owner_id: string | null }).owner_id !== null
      server.blockers = [
        blocker(isAccepted ? { state: 'acknowledged', owner_id: 'misaki', owner_name: '佐伯 美咲' } : {}),
      ]
      return answer.promise.then(() => ({ status: 200, body: {} }))
    }
    open()
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: '引き受ける' }))
    await user.click(await screen.findByRole('button', { name: '自分が対応中' }))
    answer.resolve()
    await user.click(screen.getByRole('menuitem', { name: '担当をやめる', hidden: true }))
    expect(await screen.findByRole('button', { name: '引き受ける' })).toBeTruthy()
    expect(server.sent.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([
      { owner_id: 'misaki', before: { state: 'open', owner_id: null } },
      { owner_id: null, before: { state: 'acknowledged', owner_id: 'misaki' } },
    ])
  })

  it('a blocker is resolved at once, and an undo restores its owner', async () => {
    const server = dayWith(statuses[1]!)
    server.instead = ({ method, body }) => {
      if (method !== 'PATCH') return undefined
      const { state } = body as { state: 'resolved' | 'acknowledged' }
      server.blockers = [
        { ...statuses[1]!, state, ...(state === 'resolved' && { resolution: 'solved', resolved_on: '2026-10-23' }) },
      ]
      return { status: 200, body: {} }
    }
    open()
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: '解決' }))
    const toast = await screen.findByText('困りごとを解決済みにしました')
    await user.click(within(toast.parentElement!).getByRole('button', { name: /元に戻す/u }))
    expect(await screen.findByRole('button', { name: '小野寺 徹さんが対応中' })).toBeTruthy()
    expect(server.sent.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([
      { state: 'resolved', before: { state: 'acknowledged', owner_id: 'toru' } },
      { state: 'acknowledged', before: { state: 'resolved', owner_id: 'toru' } },
    ])
  })

  it('a double click resolves a blocker once, and does not reopen it', async () => {
    const server = dayWith(blocker({ report_id: named.id }))
    server.instead = ({ method }) => (method === 'PATCH' ? { status: 200, body: {} } : undefined)
    open()
    await userEvent.dblClick(await screen.findByRole('button', { name: '解決' }))
    expect(await screen.findAllByText('困りごとを解決済みにしました')).toHaveLength(1)
    expect(server.sent.filter(({ method }) => method === 'PATCH')).toHaveLength(1)
  })

  it('the toast about a resolved blocker opens the comment field of its report', async () => {
    const server = dayWith(blocker({ report_id: named.id }))
    server.instead = ({ method }) => (method === 'PATCH' ? { status: 200, body: {} } : undefined)
    open()
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: '解決' }))
    await user.click(await screen.findByRole('button', { name: 'コメントする' }))
    const thread = await screen.findByRole('region', { name: /の日報へのコメント$/u })
    await waitFor(() => expect(document.activeElement).toBe(within(thread).getByRole('textbox')))
    expect(location.search).toBe(`?date=${named.report_date}&thread=${named.id}`)
    history.replaceState(null, '', '/')
  })

  it('a change of a blocker that the server rejects is reverted, with the reason', async () => {
    const server = dayWith(blocker())
    server.instead = ({ method }) => {
      if (method !== 'PATCH') return undefined
      server.blockers = [{ ...statuses[1]!, line: 0, text: blocker().text }]
      return { status: 409, body: { code: 'blocker_taken', message: 'ほかの人がすでに引き受けています。' } }
    }
    open()
    await userEvent.setup().click(await screen.findByRole('button', { name: '引き受ける' }))
    expect(await screen.findByText('ほかの人がすでに引き受けています。')).toBeTruthy()
    expect(await screen.findByRole('button', { name: '小野寺 徹さんが対応中' })).toBeTruthy()
  })

  it('blockers are read-only while offline', async () => {
    const server = dayWith(blocker())
    open()
    const take = await screen.findByRole<HTMLButtonElement>('button', { name: '引き受ける' })
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    window.dispatchEvent(new Event('offline'))
    await waitFor(() => expect(take.disabled).toBe(true))
    vi.restoreAllMocks()
    window.dispatchEvent(new Event('online'))
    expect(server.sent.every(({ method }) => method === 'GET')).toBe(true)
  })

  it('blockers are shown as written if their status cannot be loaded', async () => {
    const server = dayWith()
    server.instead = ({ path }) => (path === '/blockers' ? { status: 500, body: {} } : undefined)
    open()
    expect(await screen.findByText('検証環境のDBが応答しない')).toBeTruthy()
    expect(screen.queryByRole('button', { name: '引き受ける' })).toBeNull()
    expect(screen.getByRole('button', { name: '困りごと 3件' })).toBeTruthy()
  })

  it('the blockers of a saved report are read again without an event of the server', async () => {
    const mine = report({ id: 'mine', user_id: 'misaki', user_name: '佐伯 美咲', issues: '検証環境のDBが応答しない' })
    const server = standInServer({ members, reports: [mine], blockers: [] })
    open()
    await userEvent.click(await button('自分の日報を編集'))
    await userEvent.type(await field(/^今日やること/u), 'と確認')
    server.blockers = [blocker({ report_id: 'mine' })]
    await userEvent.click(await button('更新する'))
    await panelGone()
    expect(await button('引き受ける')).toBeTruthy()
  })
})
