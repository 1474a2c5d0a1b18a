// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Invitation } from '#contract/invitations.ts'
import type { SlackUser } from '#contract/slack.ts'
import { type Answer, me, openApp, problem, tokenFor } from '../testing/app.tsx'
import { member } from '../testing/server.ts'

const ren = member('ren', '早川', '蓮', { role: 'developer', last_active: '2026-10-23T08:47:00+09:00' })
const haruka = member('haruka', '白川', '悠', {
  is_active: false,
  role: 'iOS',
  last_active: '2025-09-30T12:00:00+09:00',
})
const people: Answer = { status: 200, body: [haruka, ren, me] }

const naoki: Invitation = {
  id: 'naoki',
  email: 'naoki.uehara@hinode.example',
  role: 'designer',
  created_at: '2026-10-20T18:00:00+09:00',
  expires_at: '2026-10-27T18:00:00+09:00',
  status: 'pending',
  invited_by: '佐伯 美咲',
}
const tiiu: Invitation = { ...naoki, id: 'tiiu', email: 'tiiu.saar@hinode.example', status: 'expired' }
const invited = (...invitations: unknown[]): Answer => ({ status: 200, body: { invitations } })

const filled = { 'GET /users/': people, 'GET /invitations/': invited(naoki, tiiu) }
const open = (answers: Parameters<typeof openApp>[1] = {}, tab = '', language?: Parameters<typeof openApp>[2]) =>
  openApp(`/team${tab}`, { ...filled, ...answers }, language)

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const toast = (words: string | RegExp) => waitFor(() => within(screen.getByLabelText('お知らせ')).getByText(words))
const namesOf = (list: HTMLElement) =>
  within(list)
    .getAllByRole('heading')
    .map(({ textContent }) => textContent)

beforeEach(() => {
  localStorage.clear()
  localStorage.setItem('daily_standup_token', tokenFor(900))
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-10-23T09:41:00+09:00') })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the lists', () => {
  it('asks for members, invitations and me at once', async () => {
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
    let starts = 0
    await open({
      'GET /users/': after(people),
      'GET /invitations/': after(invited()),
      'GET /users/me': (sent) => (starts++ === 0 ? { status: 200, body: me } : after({ status: 200, body: me })(sent)),
    })
    await waitFor(() => expect(asked.toSorted()).toEqual(['GET /invitations/', 'GET /users/', 'GET /users/me']))
    release()
    expect(await screen.findByText('早川 蓮')).toBeTruthy()
  })

  it('shows members with e-mail, role, state and when they were last there: me first, the inactive last', async () => {
    await open()
    const list = await screen.findByRole('list', { name: 'メンバー' })
    expect(namesOf(list)).toEqual(['佐伯 美咲', '早川 蓮', '白川 悠'])
    const [, second, third] = within(list).getAllByRole('listitem')
    for (const words of ['ren@hinode.example', '開発者', '有効', '今日 8:47']) within(second!).getByText(words)
    for (const words of ['iOS', '停止中', '2025年9月30日']) within(third!).getByText(words)
    expect(screen.getByRole('tab', { name: /メンバー 3/u }).getAttribute('aria-selected')).toBe('true')
    expect(screen.getByRole('tab', { name: /招待中 2/u })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Slackで招待' })).toBeNull()
  })

  it('finds members by name or e-mail and invitations by e-mail', async () => {
    const { user } = await open()
    await user.type(await screen.findByRole('searchbox', { name: '名前かメールで探す' }), '早川蓮')
    await waitFor(() => expect(namesOf(screen.getByRole('list', { name: 'メンバー' }))).toEqual(['早川 蓮']))
    await screen.findByText('1件見つかりました')
    await user.clear(screen.getByRole('searchbox'))
    await user.type(screen.getByRole('searchbox'), 'ＴＩＩＵ')
    expect(await screen.findByText('「ＴＩＩＵ」に一致する人は見つかりませんでした')).toBeTruthy()
    await user.click(screen.getByRole('tab', { name: /招待中/u }))
    await screen.findByRole('searchbox', { name: 'メールで探す' })
    expect(namesOf(screen.getByRole('list', { name: '招待中' }))).toEqual(['tiiu.saar@hinode.example'])
  })

  it('shows invitations with role, inviter and expiry, in words where it has passed', async () => {
    await open(
      { 'GET /invitations/': invited(naoki, tiiu, { ...naoki, id: 'x', email: 'x@y.example', expires_at: null }) },
      '?tab=pending',
    )
    const [first, second, third] = within(await screen.findByRole('list', { name: '招待中' })).getAllByRole('listitem')
    for (const words of ['2026/10/27 18:00 まで有効', 'デザイナー', '佐伯 美咲さんが招待'])
      within(first!).getByText(words)
    within(second!).getByText('2026/10/27 18:00 に期限切れ')
    within(third!).getByText('有効期限 N/A')
  })

  it("writes the expiry in the interface's language", async () => {
    await open({}, '?tab=pending', 'de')
    expect(await screen.findByText('Gültig bis 27.10.2026, 18:00')).toBeTruthy()
  })

  it('says so where nobody is there; an answer that is no list counts as an empty one', async () => {
    const { user } = await open({
      'GET /users/': { status: 200, body: {} },
      'GET /invitations/': { status: 200, body: {} },
    })
    expect(await screen.findByText('メンバーはいません')).toBeTruthy()
    await user.click(screen.getByRole('tab', { name: /招待中/u }))
    expect(await screen.findByText('招待中のユーザーはいません')).toBeTruthy()
  })

  it('says in a toast and in the list that the team cannot be read, and reads it again', async () => {
    let away = true
    const { user } = await open({ 'GET /users/': () => (away ? problem(500, 'internal', '') : people) })
    await toast('チームの情報を読み込めませんでした')
    expect(await screen.findByRole('heading', { name: 'チームの情報を読み込めませんでした' })).toBeTruthy()
    away = false
    await user.click(await button('もう一度読み込む'))
    expect(await screen.findByText('早川 蓮')).toBeTruthy()
  })
})

describe('inviting', () => {
  const start = async (answer?: Answer) => {
    const opened = await open(answer ? { 'POST /invitations/': answer } : {})
    await opened.user.click(await button('メンバーを招待'))
    const email = await screen.findByRole<HTMLInputElement>('textbox', { name: '招待するメールアドレス' })
    return { ...opened, email, posted: () => opened.sent.filter(({ call }) => call === 'POST /invitations/') }
  }

  it('sends the trimmed e-mail with the role, says so and closes', async () => {
    const { user, email, posted } = await start({ status: 201, body: { ...naoki, id: 'new' } })
    await user.type(email, ' chihiro@hinode.example ')
    await user.selectOptions(screen.getByRole('combobox', { name: '役割' }), 'QAエンジニア')
    await user.click(await button('招待を送る'))
    await toast('chihiro@hinode.example に招待を送りました')
    expect(posted()[0]!.body).toEqual({ email: 'chihiro@hinode.example', role: 'qa-engineer' })
    expect(screen.queryByRole('textbox', { name: '招待するメールアドレス' })).toBeNull()
    expect(screen.getByRole('tab', { name: /招待中/u }).getAttribute('aria-selected')).toBe('true')
  })

  it.each([
    ['   ', 'メールアドレスを入力してください'],
    ['chihiro', '有効なメールアドレスを入力してください'],
    ['chi hiro@hinode.example', '有効なメールアドレスを入力してください'],
    ['chihiro　@hinode.example', '有効なメールアドレスを入力してください'],
  ])('refuses 「%s」 at the field and in a toast', async (typed, sentence) => {
    const { user, email, posted } = await start()
    await user.type(email, typed)
    await user.keyboard('{Enter}')
    await toast(sentence)
    expect(email.getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(email)
    expect(posted()).toEqual([])
    await user.type(email, 'x')
    expect(email.getAttribute('aria-invalid')).toBeNull()
  })

  it('offers the five roles', async () => {
    await start()
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'メンバー',
      '開発者',
      'デザイナー',
      'プロジェクトマネージャー',
      'QAエンジニア',
    ])
  })

  it('disables its fields while it sends', async () => {
    let answer: (given: Answer) => void = () => undefined
    const { user, sent } = await open({
      'POST /invitations/': () => new Promise<Answer>((resolve) => (answer = resolve)),
    })
    await user.click(await button('メンバーを招待'))
    const email = await screen.findByRole<HTMLInputElement>('textbox')
    await user.type(email, 'chihiro@hinode.example{Enter}')
    await waitFor(() => expect(email.disabled).toBe(true))
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /送信中/u }).disabled).toBe(true)
    expect(screen.getByRole<HTMLSelectElement>('combobox').disabled).toBe(true)
    answer({ status: 201 })
    await toast('chihiro@hinode.example に招待を送りました')
    expect(sent.filter(({ call }) => call === 'POST /invitations/').length).toBe(1)
  })

  it('keeps what was typed where it fails, with the reason if the server gives one', async () => {
    const { user, email } = await start(
      problem(409, 'email_taken', 'この人はすでにメンバーです。', [{ field: 'email', message: 'すでにメンバーです' }]),
    )
    await user.type(email, 'ren@hinode.example{Enter}')
    await toast('招待を送れませんでした。この人はすでにメンバーです。')
    expect(await screen.findByText('すでにメンバーです')).toBeTruthy()
    expect(email.value).toBe('ren@hinode.example')
    await waitFor(() => expect(document.activeElement).toBe(email))
  })

  it('fails in its own words where nobody answers', async () => {
    const { user, email } = await start({ status: 500 })
    await user.type(email, 'ren@hinode.example{Enter}')
    await toast('招待を送れませんでした')
  })

  it('keeps what was typed over closing, by button and by Esc', async () => {
    const { user, email } = await start()
    await user.type(email, 'chihiro@')
    await user.click(await button('キャンセル'))
    expect(screen.queryByRole('textbox')).toBeNull()
    await user.click(await button('メンバーを招待'))
    expect((await screen.findByRole<HTMLInputElement>('textbox')).value).toBe('chihiro@')
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(document.activeElement).toBe(await button('メンバーを招待'))
  })

  it('offers the link to copy where no mail was sent', async () => {
    const fresh = {
      ...naoki,
      id: 'new',
      email: 'chihiro@hinode.example',
      link: 'https://asakai.example/invitation?token=1',
    }
    let created = false
    const { user } = await open({
      'GET /invitations/': () => (created ? invited({ ...fresh, link: undefined }) : invited()),
      'POST /invitations/': () => {
        created = true
        return { status: 201, body: fresh }
      },
    })
    await user.click(await button('メンバーを招待'))
    await user.type(await screen.findByRole('textbox'), 'chihiro@hinode.example{Enter}')
    await toast('chihiro@hinode.example の招待を作成しました。リンクをコピーして渡してください。')
    await user.click(await button('chihiro@hinode.example の招待リンクをコピー'))
    await toast('リンクをコピーしました')
    expect(await navigator.clipboard.readText()).toBe(fresh.link)
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'))
    await user.click(await button('chihiro@hinode.example の招待リンクをコピー'))
    const shown = await screen.findByRole<HTMLInputElement>('textbox', { name: 'このリンクをコピーして渡してください' })
    expect(shown.value).toBe(fresh.link)
    expect(shown.selectionEnd).toBe(fresh.link.length)
    expect(JSON.stringify(localStorage)).not.toContain('token=1')
  })
})

describe('an invitation', () => {
  const resend = 'naoki.uehara@hinode.example への招待を再送'
  const cancel = 'naoki.uehara@hinode.example への招待を取り消す'

  it('is sent again', async () => {
    const { user } = await open({ 'POST /invitations/naoki/resend': { status: 200, body: naoki } }, '?tab=pending')
    await user.click(await button(resend))
    await toast('naoki.uehara@hinode.example に招待を再送しました')
  })

  it('is given a new link to copy where no mail is set up', async () => {
    const answer = { status: 200, body: { ...naoki, link: 'https://asakai.example/invitation?token=2' } }
    const { user } = await open({ 'POST /invitations/naoki/resend': answer }, '?tab=pending')
    await user.click(await button(resend))
    await toast('naoki.uehara@hinode.example の招待リンクを作り直しました。コピーして渡してください。')
    expect(await button('naoki.uehara@hinode.example の招待リンクをコピー')).toBeTruthy()
  })

  it.each([
    [{ status: 500 }, '招待を再送できませんでした'],
    [problem(404, 'not_found', '見つかりませんでした。'), '見つかりませんでした。'],
  ])('says that it could not be sent again', async (answer, sentence) => {
    const { user } = await open({ 'POST /invitations/naoki/resend': answer }, '?tab=pending')
    await user.click(await button(resend))
    await toast(sentence)
  })

  it('is cancelled after a question that names its e-mail, and the lists are read again', async () => {
    const confirm = vi.fn(() => true)
    vi.stubGlobal('confirm', confirm)
    let left = [naoki, tiiu]
    const { user, sent } = await open(
      {
        'GET /invitations/': () => invited(...left),
        'DELETE /invitations/naoki': () => {
          left = [tiiu]
          return { status: 204 }
        },
      },
      '?tab=pending',
    )
    await user.click(await button(cancel))
    await toast('naoki.uehara@hinode.example への招待を取り消しました')
    expect(confirm).toHaveBeenCalledWith(expect.stringContaining('naoki.uehara@hinode.example'))
    expect(screen.queryByRole('button', { name: cancel })).toBeNull()
    await waitFor(() => expect(sent.filter(({ call }) => call === 'GET /invitations/').length).toBe(2))
    expect(sent.filter(({ call }) => call === 'GET /users/').length).toBe(2)
  })

  it('stays where the question is declined', async () => {
    vi.stubGlobal('confirm', () => false)
    const { user, sent } = await open({}, '?tab=pending')
    await user.click(await button(cancel))
    expect(sent.some(({ call }) => call.startsWith('DELETE'))).toBe(false)
    expect(await button(cancel)).toBeTruthy()
  })

  it('says that it could not be cancelled', async () => {
    vi.stubGlobal('confirm', () => true)
    const { user } = await open({ 'DELETE /invitations/naoki': { status: 500 } }, '?tab=pending')
    await user.click(await button(cancel))
    await toast('招待を取り消せませんでした')
    expect(await button(cancel)).toBeTruthy()
  })
})

describe('Slack', () => {
  const slackUser = (id: string, name: string, is_existing_user: boolean, email?: string): SlackUser => ({
    id,
    real_name: name,
    is_existing_user,
    profile: { image_original: null, display_name_normalized: name, email },
  })
  const users = [
    slackUser('U1', '白石 拓', false, 'taku@hinode.example'),
    slackUser('U2', '早川 蓮', true, 'ren@hinode.example'),
    slackUser('U3', '通知ボット', false),
  ]
  const available = { 'GET /users/me': { status: 200, body: { ...me, is_slack_available: true } } }
  const openSlack = async (answers: Parameters<typeof openApp>[1] = {}) => {
    const opened = await open({ ...available, 'GET /slack/users': { status: 200, body: users }, ...answers })
    await opened.user.click(await button('Slackで招待'))
    return opened
  }

  it('shows everybody in the workspace once they are read', async () => {
    const { user } = await openSlack()
    await toast('Slackのユーザーを読み込みました')
    const rows = within(await screen.findByRole('table', { name: 'Slackのユーザー' })).getAllByRole('row')
    expect(rows.slice(1).map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/白石 拓taku@hinode\.example未登録招待$/u),
      expect.stringMatching(/早川 蓮ren@hinode\.exampleアカウントありSlackと連携$/u),
      expect.stringMatching(/通知ボットメールアドレスなし未登録$/u),
    ])
    await user.click(await button('Slackのユーザーを閉じる'))
    expect(screen.queryByRole('table')).toBeNull()
  })

  it('says that they could not be read, and stays closed', async () => {
    await openSlack({ 'GET /slack/users': { status: 500 } })
    await toast('Slackのユーザーを読み込めませんでした')
    expect(screen.queryByRole('table')).toBeNull()
  })

  it('invites somebody new by a message and links a member, then reads the list again', async () => {
    const { user, sent } = await openSlack({ 'POST /slack/assign': { status: 200, body: {} } })
    await user.click(await button('白石 拓さんを招待'))
    await toast('白石 拓さんをSlackで招待しました')
    await user.click(await button('早川 蓮さんをSlackと連携'))
    await toast('早川 蓮さんをSlackと連携しました')
    expect(sent.filter(({ call }) => call === 'POST /slack/assign').map(({ body }) => body)).toEqual([
      { id: 'U1', email: 'taku@hinode.example' },
      { id: 'U2', email: 'ren@hinode.example' },
    ])
    await waitFor(() => expect(sent.filter(({ call }) => call === 'GET /slack/users').length).toBe(3))
  })

  it('says that the invitation or the link failed', async () => {
    const { user } = await openSlack({ 'POST /slack/assign': { status: 500 } })
    await user.click(await button('白石 拓さんを招待'))
    await toast('Slackで招待できませんでした')
    await user.click(await button('早川 蓮さんをSlackと連携'))
    await toast('Slackと連携できませんでした')
  })
})

describe('without a network', () => {
  const turn = (online: boolean) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online)
    window.dispatchEvent(new Event(online ? 'online' : 'offline'))
  }
  afterEach(() => turn(true))

  it('keeps what was read, with a note', async () => {
    await open()
    await screen.findByText('早川 蓮')
    turn(false)
    expect(await screen.findByText('オフラインです。前に読み込んだ内容を表示しています。')).toBeTruthy()
    expect(screen.getByText('早川 蓮')).toBeTruthy()
  })
})
