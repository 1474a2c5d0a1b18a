import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ActivityEntry } from '#contract/activity.ts'
import type { Insight } from '#contract/insights.ts'
import { insight as insightOf } from '#contract/testing/insights.ts'
import { member } from '#contract/testing/members.ts'
import { type Answer, eachOnTheDay, me, openApp, problem, tokenFor } from '../../testing/app.tsx'
import { insightsToSend } from '../../features/insights/queued.ts'
import { dispatch } from '../../testing/show.tsx'

const hayakawa = member('ren', '早川', '蓮')
const insight = (id: string, parts: Partial<Insight> = {}) =>
  insightOf({ id, note: `メモ ${id}`, likes: 4, comments: 2, ...parts })
const entries: ActivityEntry[] = [
  {
    kind: 'insight',
    id: 'i1',
    user_id: me.id,
    user_name: '佐伯 美咲',
    at: '2026-10-23T09:12:00+09:00',
    text: '手順を**3行**で添える',
    type: 'try',
    edited: false,
  },
  {
    kind: 'report',
    id: 'r1',
    user_id: hayakawa.id,
    user_name: '早川 蓮',
    at: '2026-10-23T08:47:00+09:00',
    text: 'キャッシュ方針をADRにまとめる',
    report_date: '2026-10-23',
    is_imported: false,
  },
  { kind: 'member', id: hayakawa.id, user_id: hayakawa.id, user_name: '早川 蓮', at: '2026-10-22T10:00:00+09:00' },
]
const activity: Answer = { status: 200, body: { entries, next: null } }
const listing = (...insights: Insight[]): Answer => ({ status: 200, body: { insights } })
const open = (answers: Parameters<typeof openApp>[1] = {}) =>
  openApp('/?page=activity', { 'GET /activity': activity, 'GET /insights/': listing(), ...answers })

const openPanel = async (user: Awaited<ReturnType<typeof openApp>>['user']) => {
  await screen.findByRole('region', { name: 'チームの動き' })
  await user.keyboard('n')
  return screen.findByRole('textbox', { name: /^内容/u })
}

afterEach(() => {
  window.dispatchEvent(new Event('online'))
})
eachOnTheDay()

it('an insight written offline is shown as unsent', async () => {
  localStorage.setItem('daily_standup_token', tokenFor(3_600, 'token', me.id))
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  insightsToSend.add(me.id, { id: 'queued', type: 'try', note: '**電車**で書いた', isNew: true })
  await open()
  const retrospective = await screen.findByRole('region', { name: 'ふりかえり' })
  const waiting = (await within(retrospective).findByText('電車')).closest('li')!
  expect(within(waiting).getByText('未送信です。サーバーに接続できしだい送信します。')).toBeTruthy()
  expect(within(waiting).getByText('Try')).toBeTruthy()
})

describe('the timeline', () => {
  it("the timeline shows who did what and when, and marks the member's own entries", async () => {
    await open()
    const timeline = await screen.findByRole('region', { name: 'チームの動き' })
    await within(timeline).findAllByRole('listitem')
    const items = [...timeline.querySelectorAll('ol > li')]
    expect(items[0]!.textContent).toMatch(/自分が\s*T?\s*Try\s*を追加/u)
    expect(items[1]!.textContent).toMatch(/早川 蓮\s*さんが日報を提出\s*キャッシュ方針をADRにまとめる/u)
    expect(items[2]!.textContent).toContain('早川 蓮さんがチームに参加')
    expect(
      within(timeline)
        .getAllByRole('heading')
        .map(({ textContent }) => textContent),
    ).toEqual(['今日 10月23日', '昨日 10月22日'])
    expect(timeline.getAttribute('tabindex')).toBe('0')
  })

  it('the timeline names the day of a report that was written on a later day', async () => {
    const later = { ...entries[1]!, report_date: '2026-10-12' }
    await open({ 'GET /activity': { status: 200, body: { entries: [later], next: null } } })
    expect((await screen.findByText(/が日報を提出/u)).textContent).toContain('10月12日')
  })

  it('the timeline formats the text of reports', async () => {
    const report = { ...entries[1]!, text: '・設計を直す\n- [ ] 型を足す\n\n* 見直す' }
    await open({ 'GET /activity': { status: 200, body: { entries: [report], next: null } } })
    const timeline = await screen.findByRole('region', { name: 'チームの動き' })
    const lines = (await within(timeline).findAllByRole('listitem')).slice(1)
    expect(lines.map(({ textContent }) => textContent)).toEqual(['設計を直す', '☐ 型を足す', '見直す'])
  })

  it('the timeline loads older entries until there are none', async () => {
    const older = { ...entries[2]!, id: 'older', user_name: '古川 次郎' }
    let asked = 0
    await open({
      'GET /activity': () =>
        asked++ === 0
          ? { status: 200, body: { entries, next: '1_x' } }
          : { status: 200, body: { entries: [older], next: null } },
    })
    expect(await screen.findByText('古川 次郎')).toBeTruthy()
    expect(asked).toBe(2)
  })
})

describe('the retrospective', () => {
  it('the retrospective shows Keep, Problem and Try in this order, each newest first', async () => {
    await open({
      'GET /insights/': listing(
        insight('t', { type: 'try', created_at: '2026-10-23T09:00:00+09:00' }),
        insight('k-old', { created_at: '2026-10-20T09:00:00+09:00' }),
        insight('p', { type: 'problem' }),
        insight('k-new', { note: '**小さな**PR' }),
      ),
    })
    const table = await screen.findByRole('table', { name: 'ふりかえり' })
    const rows = within(table).getAllByRole('row').slice(1)
    await waitFor(() => expect(within(rows[0]!).getByText('小さな').tagName).toBe('STRONG'))
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringContaining('小さなPR'),
      expect.stringContaining('メモ k-old'),
      expect.stringContaining('メモ p'),
      expect.stringContaining('メモ t'),
    ])
    expect(within(rows[1]!).getByText('10/20').getAttribute('datetime')).toBe('2026-10-20')
    expect(screen.getByText('10月10日 – 10月23日')).toBeTruthy()
  })

  it("the retrospective dates an insight by the browser's clock (E5.05)", async () => {
    await open({ 'GET /insights/': listing(insight('late', { created_at: '2026-10-21T23:35:00+00:00' })) })
    const table = await screen.findByRole('table', { name: 'ふりかえり' })
    expect(within(table).getByText('10/22').getAttribute('datetime')).toBe('2026-10-22')
  })

  it('the activity page explains how to begin if there is no activity yet', async () => {
    await open()
    expect(await screen.findByText('この2週間のふりかえりはまだありません')).toBeTruthy()
  })

  it('the page shows retry buttons without an error if activity and insights cannot be loaded', async () => {
    const failed = problem(500, 'internal', 'だめ')
    await open({ 'GET /insights/': failed, 'GET /activity': failed })
    expect(await screen.findAllByRole('button', { name: 'もう一度読み込む' })).toHaveLength(2)
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.queryByRole('table')).toBeNull()
  })
})

describe('offline', () => {
  it('the activity page says that it is offline if nothing was loaded before', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await open()
    expect(await screen.findByText('接続が戻ると、自動で読み込みます。', { exact: false })).toBeTruthy()
    expect(screen.queryByRole('table')).toBeNull()
  })

  it('the loaded activity stays on the screen while offline, with a note', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get')
    await open({ 'GET /insights/': listing(insight('a')) })
    await screen.findByText('メモ a')
    online.mockReturnValue(false)
    window.dispatchEvent(new Event('offline'))
    expect(await screen.findByText('オフラインです。前に読み込んだ内容を表示しています。')).toBeTruthy()
    expect(screen.getByText('メモ a')).toBeTruthy()
  })
})

describe('likes', () => {
  it('a press adds a like at once, and a second press removes it', async () => {
    let liked = false
    const { user, sent } = await open({
      'GET /insights/': () => listing(insight('a', { liked, likes: liked ? 5 : 4 })),
      'POST /insights/a/like': () => {
        liked = true
        return { status: 200, body: { likes: 5, liked } }
      },
      'DELETE /insights/a/like': () => {
        liked = false
        return { status: 200, body: { likes: 4, liked } }
      },
    })
    const like = await screen.findByRole('button', { name: '早川 蓮さんのふりかえりにいいね 4件' })
    const calls = () => sent.map(({ call }) => call)
    await user.click(like)
    const pressed = await screen.findByRole('button', { name: /いいね 5件/u })
    expect(pressed.getAttribute('aria-pressed')).toBe('true')
    await waitFor(() =>
      expect(calls().lastIndexOf('GET /insights/')).toBeGreaterThan(calls().indexOf('POST /insights/a/like')),
    )
    await user.click(screen.getByRole('button', { name: /いいね 5件/u }))
    expect((await screen.findByRole('button', { name: /いいね 4件/u })).getAttribute('aria-pressed')).toBe('false')
    await waitFor(() => expect(calls()).toContain('DELETE /insights/a/like'))
  })

  it('a like that the server rejects is reverted without a message', async () => {
    const log = vi.spyOn(console, 'info').mockImplementation(() => undefined)
    const { user } = await open({
      'GET /insights/': listing(insight('a')),
      'POST /insights/a/like': problem(500, 'internal', 'だめ'),
    })
    await user.click(await screen.findByRole('button', { name: /いいね 4件/u }))
    await waitFor(() => expect(log).toHaveBeenCalledWith('The like could not be kept', expect.anything()))
    expect((await screen.findByRole('button', { name: /いいね 4件/u })).getAttribute('aria-pressed')).toBe('false')
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('the panel', () => {
  it('a new insight is sent without surrounding spaces, as Keep by default', async () => {
    const { user, sent } = await open({ 'POST /insights/': { status: 201 } })
    const note = await openPanel(user)
    await waitFor(() => expect(document.activeElement).toBe(note))
    expect(screen.getByRole('radio', { name: /Keep/u, checked: true })).toBeTruthy()
    await user.type(note, '  続ける ')
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(await screen.findByText('ふりかえりを投稿しました')).toBeTruthy()
    expect(sent.find(({ call }) => call === 'POST /insights/')?.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/u),
      type: 'keep',
      note: '続ける',
    })
    await waitFor(() => expect(screen.queryByRole('textbox', { name: /^内容/u })).toBeNull())
    expect(Object.keys(localStorage).filter((key) => key.startsWith('asakai_insight_draft'))).toEqual([])
  })

  it('an insight of spaces only is not sent', async () => {
    const { user, sent } = await open()
    const note = await openPanel(user)
    await user.type(note, '   ')
    await user.click(screen.getByRole('button', { name: '投稿する' }))
    expect(await screen.findByRole('textbox', { description: '入力してください' })).toBe(note)
    expect(sent.map(({ call }) => call)).not.toContain('POST /insights/')
  })

  it('an insight that is being sent cannot be submitted a second time', async () => {
    const { user, sent } = await open({ 'POST /insights/': () => new Promise<Answer>(() => undefined) })
    await user.type(await openPanel(user), '試す')
    await user.click(screen.getByRole('radio', { name: /Try/u }))
    await user.click(screen.getByRole('button', { name: '投稿する' }))
    expect((await screen.findByRole('button', { name: /送信中…/u })).getAttribute('aria-disabled')).toBe('true')
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(sent.filter(({ call }) => call === 'POST /insights/')).toHaveLength(1)
  })

  it('the form shows why the server rejects an insight', async () => {
    const refusal = problem(400, 'invalid_input', 'だめ', [{ field: 'note', message: '使えない文字があります' }])
    const { user } = await open({ 'POST /insights/': refusal })
    const note = await openPanel(user)
    await user.type(note, 'x')
    await user.click(screen.getByRole('button', { name: '投稿する' }))
    expect(await screen.findByText('インサイトの作成に失敗しました')).toBeTruthy()
    expect(await screen.findByRole('textbox', { description: '使えない文字があります' })).toBe(note)
  })

  it('the form keeps the typed insight and shows an error if sending fails', async () => {
    const { user } = await open({ 'POST /insights/': problem(500, 'internal', 'だめ') })
    const note = await openPanel(user)
    await user.type(note, '残る言葉')
    await user.click(screen.getByRole('button', { name: '投稿する' }))
    const failure = await screen.findByText('インサイトの送信に失敗しました')
    expect(failure.closest('footer')?.textContent).toContain('お問い合わせ番号 3f9a0c7be412')
    expect((note as HTMLTextAreaElement).value).toBe('残る言葉')
  })

  it('an unfinished insight is offered again, and can be restored after a discard', async () => {
    localStorage.setItem(
      `asakai_insight_draft:${me.id.toLowerCase()}`,
      JSON.stringify({ id: 'draft', type: 'problem', note: '書きかけ', savedAt: Date.now() }),
    )
    const { user } = await open()
    expect(await screen.findByText('書きかけのふりかえりがあります')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '続きを書く' }))
    const note = await screen.findByRole('textbox', { name: /^内容/u })
    expect((note as HTMLTextAreaElement).value).toBe('書きかけ')
    expect(screen.getByRole('radio', { name: /Problem/u, checked: true })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '下書きを破棄' }))
    expect((note as HTMLTextAreaElement).value).toBe('')
    await user.click(screen.getByRole('button', { name: '元に戻す' }))
    expect((note as HTMLTextAreaElement).value).toBe('書きかけ')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('textbox', { name: /^内容/u })).toBeNull())
  })

  it('the form shows the insight that another tab writes until that tab has sent it', async () => {
    const key = `asakai_insight_draft:${me.id.toLowerCase()}`
    const elsewhere = (draft?: object) => {
      if (draft) localStorage.setItem(key, JSON.stringify(draft))
      else localStorage.removeItem(key)
      dispatch(new StorageEvent('storage', { key }))
    }
    const { user, sent } = await open({ 'POST /insights/': { status: 201 } })
    const note = (await openPanel(user)) as HTMLTextAreaElement
    await user.type(note, '朝会は')
    elsewhere({ id: 'draft', type: 'try', note: '朝会は9時から', savedAt: Date.now() })
    expect(note.value).toBe('朝会は9時から')
    expect(screen.getByRole('radio', { name: /Try/u, checked: true })).toBeTruthy()
    elsewhere()
    expect(note.value).toBe('')
    await user.type(note, '半')
    await user.click(screen.getByRole('button', { name: /^投稿する/u }))
    await waitFor(() => expect(screen.queryByRole('textbox', { name: /^内容/u })).toBeNull())
    const added = sent.find(({ call }) => call === 'POST /insights/')?.body
    expect(added).toMatchObject({ type: 'keep', note: '半' })
    expect(added).not.toMatchObject({ id: 'draft' })
  })
})

describe('an insight of mine', () => {
  const mine = insight('i1', { user_id: me.id, user_name: '佐伯 美咲', note: '手順を**3行**で添える', type: 'try' })
  const inTable = async () => within(await screen.findByRole('table', { name: 'ふりかえり' }))
  const choose = async (user: Awaited<ReturnType<typeof openApp>>['user'], what: string) => {
    await user.click((await inTable()).getByRole('menuitem', { name: what, hidden: true }))
  }

  it("only the member's own insights have a menu", async () => {
    await open({ 'GET /insights/': listing(mine, insight('i2')) })
    expect((await inTable()).getAllByRole('button', { name: '自分のふりかえりの操作' })).toHaveLength(1)
    expect(screen.getAllByRole('button', { name: '自分のふりかえりの操作' })).toHaveLength(2)
  })

  it('an edit of my insight opens in the panel with its own draft', async () => {
    const { user, sent } = await open({
      'GET /insights/': listing(mine),
      'PUT /insights/i1': { status: 200, body: mine },
    })
    await choose(user, '編集')
    const note = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^内容/u })
    expect(note.value).toBe(mine.note)
    expect(screen.getByRole('radio', { name: /Try/u, checked: true })).toBeTruthy()
    const drafts = () => Object.keys(localStorage).filter((key) => key.startsWith('asakai_insight_draft'))
    await user.type(note, '。')
    expect(drafts()).toEqual([`asakai_insight_draft:${me.id.toLowerCase()}:i1`])
    await user.click(screen.getByRole('button', { name: '更新する' }))
    expect(await screen.findByText('ふりかえりを更新しました')).toBeTruthy()
    expect(sent.find(({ call }) => call === 'PUT /insights/i1')?.body).toEqual({
      type: 'try',
      note: `${mine.note}。`,
      before: { type: 'try', note: mine.note },
    })
    expect(drafts()).toEqual([])
  })

  it('an edited insight is marked in the table and on the timeline', async () => {
    const timeline = { entries: [{ ...entries[0], edited: true }, ...entries.slice(1)], next: null }
    await open({
      'GET /insights/': listing({ ...mine, edited: true }),
      'GET /activity': { status: 200, body: timeline },
    })
    expect((await inTable()).getByText('編集済み')).toBeTruthy()
    const region = within(await screen.findByRole('region', { name: 'チームの動き' }))
    expect(await region.findAllByText('編集済み')).toHaveLength(1)
  })

  it('an insight cannot be edited or deleted while offline, and the reason is shown', async () => {
    const { user, sent } = await open({ 'GET /insights/': listing(mine) })
    await inTable()
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    dispatch(new Event('offline'))
    for (const what of [/^編集/u, /^削除/u]) {
      const item = (await inTable()).getByRole('menuitem', { name: what, hidden: true })
      expect(item.textContent).toContain('オフラインです')
      expect(item.getAttribute('aria-disabled')).toBe('true')
      await user.click(item)
    }
    expect(sent.filter(({ call }) => call.startsWith('DELETE'))).toEqual([])
    expect(screen.queryByRole('textbox', { name: /^内容/u })).toBeNull()
  })

  it('an insight is deleted at once, and an undo restores it under the same id', async () => {
    let there = [mine]
    const { user, sent } = await open({
      'GET /insights/': () => listing(...there),
      'DELETE /insights/i1': () => {
        there = []
        return { status: 204 }
      },
      'POST /insights/': { status: 201 },
    })
    await choose(user, '削除')
    expect(await screen.findByText('ふりかえりを削除しました')).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('table', { name: 'ふりかえり' })).toBeNull())
    await user.click(screen.getByRole('button', { name: '元に戻す' }))
    expect(await screen.findByText('ふりかえりを元に戻しました')).toBeTruthy()
    const { id, type, note } = mine
    expect(sent.find(({ call }) => call === 'POST /insights/')?.body).toEqual({ id, type, note })
  })

  it('an insight stays, with an error, if deleting fails', async () => {
    const { user } = await open({ 'GET /insights/': listing(mine), 'DELETE /insights/i1': { status: 503 } })
    await choose(user, '削除')
    expect(await screen.findByText('ふりかえりを削除できませんでした')).toBeTruthy()
    expect((await inTable()).getByText('3行')).toBeTruthy()
  })
})
