import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Answer, eachOnTheDay, me, openApp, problem } from '../../testing/app.tsx'
import { button, invited, namesOf, naoki, open, people, tiiu, toast } from '../../testing/team.ts'

eachOnTheDay()

describe('the lists', () => {
  it('the team page requests members and invitations in parallel', async () => {
    const asked: string[] = []
    let release = () => {}
    const gate = new Promise<void>((resolve) => (release = resolve))
    const after =
      (answer: Answer) =>
      async ({ call }: { call: string }) => {
        asked.push(call)
        await gate
        return answer
      }
    await open({
      'GET /users/': after(people),
      'GET /invitations/': after(invited()),
    })
    await waitFor(() => expect(asked.toSorted()).toEqual(['GET /invitations/', 'GET /users/']))
    release()
    expect(await screen.findByText('早川 蓮')).toBeTruthy()
  })

  it('the team page lists members with me first, and folds the inactive ones', async () => {
    await open()
    const list = await screen.findByRole('list', { name: 'メンバー' })
    expect(namesOf(list)).toEqual(['佐伯 美咲', '早川 蓮'])
    const [first, second] = within(list).getAllByRole('listitem')
    within(first!).getByText('自分')
    for (const words of ['ren@hinode.example', '開発者', '有効', '今日 8:47']) within(second!).getByText(words)
    expect(screen.queryByText('白川 悠')).toBeNull()
    expect(screen.getByRole('button', { name: '停止中のメンバー 1' }).getAttribute('aria-expanded')).toBe('false')
    expect(screen.getByRole('tab', { name: /メンバー 2/u }).getAttribute('aria-selected')).toBe('true')
    expect(screen.getByRole('tab', { name: /招待中 2/u })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Slackで招待' })).toBeNull()
  })

  it('members are listed even if the server names their id user_id or uuid', async () => {
    const named = (key: string, id: string, family_name: string) => ({
      ...me,
      id: undefined,
      [key]: id,
      family_name,
      email: `${id}@hinode.example`,
    })
    const body = [named('user_id', 'ren', '早川'), named('uuid', 'toru', '小野寺'), named('uuid', 'kota', '三浦')]
    await open({ 'GET /users/': { status: 200, body } })
    const list = await screen.findByRole('list', { name: 'メンバー' })
    expect(namesOf(list).toSorted()).toEqual(['三浦 美咲', '小野寺 美咲', '早川 美咲'])
  })

  it('the search of the team page finds members by name or email, and invitations by email', async () => {
    const { user } = await open()
    await user.type(await screen.findByRole('searchbox', { name: '名前かメールアドレスで検索' }), '早川蓮')
    await waitFor(() => expect(namesOf(screen.getByRole('list', { name: 'メンバー' }))).toEqual(['早川 蓮']))
    await screen.findByText('1人見つかりました')
    await user.clear(screen.getByRole('searchbox'))
    await user.type(screen.getByRole('searchbox'), 'ＴＩＩＵ')
    expect(await screen.findByText('「ＴＩＩＵ」に一致する人は見つかりませんでした')).toBeTruthy()
    await user.click(screen.getByRole('tab', { name: /招待中/u }))
    await screen.findByRole('searchbox', { name: 'メールアドレスで検索' })
    expect(namesOf(screen.getByRole('list', { name: '招待中' }))).toEqual(['tiiu.saar@hinode.example'])
  })

  it('invitations are listed with role, inviter and expiry, and expired ones are marked', async () => {
    await open(
      { 'GET /invitations/': invited(naoki, tiiu, { ...naoki, id: 'x', email: 'x@y.example', expires_at: null }) },
      '?tab=pending',
    )
    const [first, second, third] = within(await screen.findByRole('list', { name: '招待中' })).getAllByRole('listitem')
    for (const words of ['2026/10/27 18:00まで有効', 'デザイナー', '佐伯 美咲さんが招待'])
      within(first!).getByText(words)
    within(second!).getByText('2026/10/27 18:00に期限切れ')
    within(third!).getByText('有効期限 N/A')
  })

  it('the team page lists the invitations of all pages', async () => {
    const all = Array.from({ length: 250 }, (_, index) => ({ ...naoki, id: `${index}`, email: `${index}@y.example` }))
    const onePage = ({ query }: { query: URLSearchParams }) => {
      const [limit, offset] = [Number(query.get('limit')), Number(query.get('offset'))]
      return invited(...all.slice(offset, offset + limit))
    }
    await open({ 'GET /invitations/': onePage })
    expect(await screen.findByRole('tab', { name: /招待中 250/u })).toBeTruthy()
  })

  it("the expiry of an invitation is written in the interface's language", async () => {
    await open({}, '?tab=pending', 'de')
    expect(await screen.findByText('Gültig bis 27.10.2026, 18:00')).toBeTruthy()
  })

  it('the team page says that there are no members, also if the response is no list', async () => {
    const { user } = await open({
      'GET /users/': { status: 200, body: {} },
      'GET /invitations/': { status: 200, body: {} },
    })
    expect(await screen.findByText('メンバーはいません')).toBeTruthy()
    await user.click(screen.getByRole('tab', { name: /招待中/u }))
    expect(await screen.findByText('招待中のユーザーはいません')).toBeTruthy()
  })

  it('the team page offers a retry if the team cannot be loaded', async () => {
    let away = true
    const { user } = await open({ 'GET /users/': () => (away ? problem(500, 'internal', '') : people) })
    await toast('チームの情報を読み込めませんでした')
    expect(await screen.findByRole('heading', { name: 'チームの情報を読み込めませんでした' })).toBeTruthy()
    away = false
    await user.click(await button('もう一度読み込む'))
    expect(await screen.findByText('早川 蓮')).toBeTruthy()
  })
})

describe('without a network', () => {
  const turn = (online: boolean) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online)
    window.dispatchEvent(new Event(online ? 'online' : 'offline'))
  }
  afterEach(() => turn(true))

  it('the loaded team stays on the screen while offline, with a note', async () => {
    await open()
    await screen.findByText('早川 蓮')
    turn(false)
    expect(await screen.findByText('オフラインです。前に読み込んだ内容を表示しています。')).toBeTruthy()
    expect(screen.getByText('早川 蓮')).toBeTruthy()
  })

  it('the team page says that it is offline if nothing was loaded before', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await open()
    expect(await screen.findByText('接続が戻ると、自動で読み込みます。')).toBeTruthy()
  })

  it('a note says that the shown team may be old if it cannot be loaded again', async () => {
    let away = false
    const answer = (body: Answer) => () => (away ? problem(500, 'internal', '') : body)
    const { user } = await openApp('/dashboard', {
      'GET /users/': answer(people),
      'GET /invitations/': answer(invited(naoki)),
    })
    await screen.findByRole('heading', { level: 1, name: 'ダッシュボード' })
    await vi.dynamicImportSettled()
    away = true
    await user.click(screen.getAllByRole('link', { name: /^チーム/u })[0]!)
    expect(await screen.findByText('早川 蓮')).toBeTruthy()
    expect(await screen.findByText(/最新の内容を読み込めませんでした/u)).toBeTruthy()
    away = false
    await user.click(await button('もう一度読み込む'))
    await waitFor(() => expect(screen.queryByText(/最新の内容を読み込めませんでした/u)).toBeNull())
  })

  it('the loaded team stays on the screen if a refetch fails', async () => {
    let away = false
    const { user } = await open(
      {
        'GET /invitations/': () => (away ? { status: 500 } : invited(naoki)),
        'POST /invitations/naoki/resend': { status: 200, body: naoki },
      },
      '?tab=pending',
    )
    const resend = await button('naoki.uehara@hinode.exampleへの招待を再送')
    away = true
    await user.click(resend)
    expect(await screen.findByText(/最新の内容を読み込めませんでした/u)).toBeTruthy()
    expect(screen.getByText('naoki.uehara@hinode.example')).toBeTruthy()
    away = false
    await user.click(await button('もう一度読み込む'))
    await waitFor(() => expect(screen.queryByText(/最新の内容を読み込めませんでした/u)).toBeNull())
  })
})
