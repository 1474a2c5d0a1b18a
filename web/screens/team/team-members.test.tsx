import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { User } from '#contract/users.ts'
import { member } from '#contract/testing/members.ts'
import { type Answer, type Answers, eachOnTheDay, me, problem } from '../../testing/app.tsx'
import { button, namesOf, open as openTeam, toast } from '../../testing/team.ts'

eachOnTheDay()

const administrator = { ...me, is_admin: true }
const usual = [
  administrator,
  member('ren', '早川', '蓮'),
  member('haruka', '白川', '悠', { is_active: false, deactivated_at: '2026-09-30T12:00:00+09:00' }),
]

const nothing = { webhooks: [], connections: [], invitations: 0 }

/** Opens the team screen as an administrator, on a server that stores the changes. */
async function open(answers: Answers = {}, people: User[] = usual) {
  let members = people
  const change =
    (id: string) =>
    ({ body }: { body: unknown }): Answer => {
      members = members.map((one) => (one.id === id ? { ...one, ...(body as Pick<User, 'is_admin'>) } : one))
      return { status: 200, body: members.find((one) => one.id === id) }
    }
  return openTeam({
    'GET /users/': () => ({ status: 200, body: members }),
    'GET /users/me': { status: 200, body: administrator },
    'PATCH /users/ren': change('ren'),
    'PATCH /users/ren/schedule': change('ren'),
    'PATCH /users/haruka': change('haruka'),
    'GET /users/ren/setups': { status: 200, body: nothing },
    ...answers,
  })
}
const list = () => screen.findByRole('list', { name: 'メンバー' })
const item = (name: string) => screen.findByRole('menuitem', { name, hidden: true })
const sentTo = (sent: { call: string; body: unknown }[], call: string) =>
  sent.filter((one) => one.call === call).map(({ body }) => body)

describe('members', () => {
  it("an administrator sees a menu on each member's card", async () => {
    await open()
    const menus = within(await list()).getAllByRole('button', { name: /のメニュー$/u })
    expect(menus.map((menu) => menu.textContent)).toEqual(['佐伯 美咲さんのメニュー', '早川 蓮さんのメニュー'])
  })

  it('the only administrator is told to name another one before stepping down', async () => {
    const { user, sent } = await open()
    await list()
    const stepDown = await item('管理者をやめる 先に別のメンバーを管理者にしてください')
    expect(stepDown.getAttribute('aria-disabled')).toBe('true')
    await user.click(stepDown)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(sentTo(sent, `PATCH /users/${me.id}`)).toEqual([])
  })

  it('an administrator can step down if there is another one, after a question', async () => {
    let isAdmin = true
    const self = () => ({ status: 200, body: { ...me, is_admin: isAdmin } })
    const { user, sent } = await open(
      {
        'GET /users/me': self,
        [`PATCH /users/${me.id}`]: ({ body }) => {
          isAdmin = (body as { is_admin: boolean }).is_admin
          return self()
        },
      },
      [administrator, member('ren', '早川', '蓮', { is_admin: true })],
    )
    await list()
    await user.click(await item('管理者をやめる'))
    const dialog = within(await screen.findByRole('dialog', { name: '管理者をやめますか' }))
    dialog.getByText('もう一度管理者になるには、ほかの管理者の操作が必要です。')
    await user.click(dialog.getByRole('button', { name: 'やめる' }))
    await toast('このチームの管理者ではなくなりました。')
    expect(sentTo(sent, `PATCH /users/${me.id}`)).toEqual([{ is_admin: false }])
    expect(screen.queryByRole('button', { name: /のメニュー$/u })).toBeNull()
    expect(document.activeElement).toBe((await list()).parentElement)
  })

  it('a member who is no administrator sees no menus', async () => {
    await open({ 'GET /users/me': { status: 200, body: me } })
    expect(within(await list()).queryAllByRole('button')).toEqual([])
    await (await openFolded()).findByText('9月30日に停止')
    expect(screen.queryByRole('button', { name: /再開/u })).toBeNull()
  })

  it('an account that lost its address is marked as closed (E1.16)', async () => {
    await open({}, [administrator, member('ren', '早川', '蓮', { email: '' })])
    expect(within(await list()).getByText('ログイン不可')).toBeTruthy()
    expect(within(await list()).getByText(/別のアカウントで確認されました/u)).toBeTruthy()
  })

  const openFolded = async () => {
    ;(await button('停止中のメンバー 1')).click()
    return within(await screen.findByRole('list', { name: '停止中のメンバー' })) as ReturnType<typeof within>
  }

  const deactivateRen = async (user: Awaited<ReturnType<typeof open>>['user']) => {
    await list()
    await user.click(await item('メンバーの利用を停止'))
    const dialog = within(await screen.findByRole('dialog', { name: '早川 蓮さんの利用を停止しますか' }))
    await waitFor(() => expect(dialog.getByRole('button', { name: '停止' })).toHaveProperty('disabled', false))
    return dialog as ReturnType<typeof within>
  }

  it('a confirmed dialog deactivates a member, and an undo reactivates the member', async () => {
    const { user, sent } = await open()
    const dialog = await deactivateRen(user)
    expect(dialog.queryAllByRole('checkbox')).toEqual([])
    await user.click(dialog.getByRole('button', { name: '停止' }))
    await toast('早川 蓮さんの利用を停止しました')
    await waitFor(async () => expect(namesOf(await list())).toEqual(['佐伯 美咲']))
    await button('停止中のメンバー 2')
    await user.click(await button(/元に戻す/u))
    await waitFor(async () => expect(namesOf(await list())).toEqual(['佐伯 美咲', '早川 蓮']))
    expect(sentTo(sent, 'PATCH /users/ren')).toEqual([
      { is_active: false, stop: { webhooks: [], connections: [] } },
      { is_active: true },
    ])
  })

  it('the undo that reactivates an administrator asks for the password first', async () => {
    const calls: unknown[] = []
    const people = [administrator, { ...member('ren', '早川', '蓮'), is_admin: true }]
    const { user, sent } = await open(
      {
        'PATCH /users/ren': ({ body }) => {
          calls.push(body)
          return calls.length === 2
            ? problem(403, 'reauthentication_required', 'パスワードを入力してください')
            : { status: 200, body: { ...people[1]!, ...(body as object) } }
        },
        'POST /auth/reauthenticate': { status: 204 },
      },
      people,
    )
    const dialog = await deactivateRen(user)
    await user.click(dialog.getByRole('button', { name: '停止' }))
    await toast('早川 蓮さんの利用を停止しました')
    await user.click(await button(/元に戻す/u))
    await user.type(await screen.findByLabelText('現在のパスワード'), 'asagao no niwa')
    await user.click(await button('続ける'))
    await waitFor(() => expect(calls).toHaveLength(3))
    expect(sentTo(sent, 'PATCH /users/ren').slice(1)).toEqual([
      { is_active: true, is_admin: true },
      { is_active: true, is_admin: true },
    ])
  })

  it('a deactivation lists what the member set up, and stops only what is ticked (E1.09)', async () => {
    const setups = {
      webhooks: [
        { id: 'w1', url: 'https://hooks.hinode.example/a' },
        { id: 'w2', url: 'https://hooks.hinode.example/b' },
      ],
      connections: [{ provider: 'discord', account: '#朝会' }],
      invitations: 2,
    }
    const { user, sent } = await open({ 'GET /users/ren/setups': { status: 200, body: setups } })
    const dialog = await deactivateRen(user)
    expect(dialog.getByText('この人が送った招待2件も取り消されます。')).toBeTruthy()
    const boxes = dialog.getAllByRole('checkbox')
    expect(boxes.every((box: HTMLElement) => (box as HTMLInputElement).checked)).toBe(true)
    await user.click(dialog.getByRole('checkbox', { name: 'Webhook hooks.hinode.example/a' }))
    await user.click(dialog.getByRole('checkbox', { name: 'Discord: #朝会' }))
    await user.click(dialog.getByRole('checkbox', { name: 'Discord: #朝会' }))
    await user.click(dialog.getByRole('button', { name: '停止' }))
    await toast('早川 蓮さんの利用を停止しました')
    expect(sentTo(sent, 'PATCH /users/ren')).toEqual([
      { is_active: false, stop: { webhooks: ['w2'], connections: ['discord'] } },
    ])
  })

  it('a member can be deactivated although what they set up could not be loaded', async () => {
    const { user, sent } = await open({ 'GET /users/ren/setups': problem(500, 'internal', 'サーバーの問題') })
    const dialog = await deactivateRen(user)
    expect(dialog.getByText(/この人が設定したものを読み込めませんでした/u)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: '停止' }))
    await toast('早川 蓮さんの利用を停止しました')
    expect(sentTo(sent, 'PATCH /users/ren')).toHaveLength(1)
  })

  it('a member who is made read-only is marked on the card, and an undo reverts it', async () => {
    const { user, sent } = await open()
    const card = within(
      within(await list())
        .getByText('早川 蓮')
        .closest('li')!,
    )
    expect(card.queryByText('閲覧のみ')).toBeNull()
    await user.click(await item('閲覧のみにする'))
    await toast('早川 蓮さんを閲覧のみにしました。これまでの提出率も数え直されます。')
    await card.findByText('閲覧のみ')
    await item('日報を書くメンバーにする')
    await user.click(await button(/元に戻す/u))
    await waitFor(() => expect(card.queryByText('閲覧のみ')).toBeNull())
    expect(sentTo(sent, 'PATCH /users/ren/schedule')).toEqual([{ writes: false }, { writes: true }])
  })

  it('a change of a member that the server rejects is reverted, with the reason', async () => {
    const { user } = await open({ 'PATCH /users/ren': problem(403, 'admins_only', '管理者だけです') })
    const dialog = await deactivateRen(user)
    await user.click(dialog.getByRole('button', { name: '停止' }))
    await dialog.findByText('管理者だけです')
    await user.click(dialog.getByRole('button', { name: 'キャンセル' }))
    expect(namesOf(await list())).toEqual(['佐伯 美咲', '早川 蓮'])
  })

  it('a member who becomes an administrator is marked on the card, and an undo reverts that', async () => {
    const { user, sent } = await open()
    await list()
    await user.click(await item('管理者にする'))
    await toast('早川 蓮さんを管理者にしました')
    expect(within(await list()).getAllByText('管理者')).toHaveLength(2)
    await user.click(await item('管理者から外す'))
    await toast('早川 蓮さんを管理者から外しました')
    expect(sentTo(sent, 'PATCH /users/ren')).toEqual([{ is_admin: true }, { is_admin: false }])
  })

  it('making an administrator requires the password if the server asks for it (E1.07)', async () => {
    let isShown = false
    const { user, sent } = await open({
      'PATCH /users/ren': () =>
        isShown
          ? { status: 200, body: member('ren', '早川', '蓮', { is_admin: true }) }
          : problem(403, 'reauthentication_required', '現在のパスワードを入力してください'),
      'POST /auth/reauthenticate': () => {
        isShown = true
        return { status: 204 }
      },
    })
    await list()
    await user.click(await item('管理者にする'))
    await user.type(await screen.findByLabelText('現在のパスワード'), 'asa no asa')
    await user.click(await button('続ける'))
    await toast('早川 蓮さんを管理者にしました')
    expect(sentTo(sent, 'PATCH /users/ren')).toEqual([{ is_admin: true }, { is_admin: true }])
  })

  it('a member is signed out everywhere after a confirmed dialog', async () => {
    const { user, sent } = await open({ 'DELETE /users/ren/sessions': { status: 204 } })
    await list()
    await user.click(await item('すべての端末からログアウト'))
    const dialog = within(
      await screen.findByRole('dialog', { name: '早川 蓮さんをすべての端末からログアウトさせますか' }),
    )
    dialog.getByText(/アクセストークンと承諾前の招待は取り消され、カレンダーのアドレスも使えなくなります/u)
    expect(sentTo(sent, 'DELETE /users/ren/sessions')).toHaveLength(0)
    await user.click(dialog.getByRole('button', { name: 'ログアウトさせる' }))
    await toast(/^早川 蓮さんをすべての端末からログアウトさせました。アクセストークン、カレンダーのアドレス/u)
    expect(sentTo(sent, 'DELETE /users/ren/sessions')).toHaveLength(1)
  })

  it('a link for a new password requires the administrator’s own password first (E1.06)', async () => {
    const url = 'https://asakai.example/password-reset?token=secret'
    const answers: Answer[] = [
      problem(403, 'reauthentication_required', 'パスワードを入力してください'),
      { status: 201, body: { url, expires_at: '2026-10-23T10:20:00+09:00' } },
    ]
    const { user, sent } = await open({
      'POST /users/ren/password-link': () => answers.shift()!,
      'POST /auth/reauthenticate': { status: 204 },
    })
    await list()
    await user.click(await item('パスワード設定用のリンクを作成'))
    await user.click(await button('リンクを作成'))
    await user.type(await screen.findByLabelText('現在のパスワード'), 'my own password')
    await user.click(await button('続ける'))
    expect(await screen.findByText(url)).toBeTruthy()
    expect(await screen.findByText(/10:20まで/u)).toBeTruthy()
    expect(sentTo(sent, 'POST /users/ren/password-link')).toHaveLength(2)
  })

  it('no password link is offered if members do not sign in with a password', async () => {
    await open({
      'GET /deployment': {
        status: 200,
        body: { sign_up: 'closed', mail: true, providers: ['oidc'], oidc: { name: '会社', only: true } },
      },
    })
    await list()
    await waitFor(() =>
      expect(screen.queryByRole('menuitem', { name: 'パスワード設定用のリンクを作成', hidden: true })).toBeNull(),
    )
  })

  it('administrators that the company’s sign-in names cannot be changed by hand (N17.02)', async () => {
    const oidc = { name: '会社', only: true, names_administrators: true }
    const deployment = { status: 200, body: { sign_up: 'closed', mail: true, providers: ['oidc'], oidc } }
    const { user, sent } = await open({ 'GET /deployment': deployment })
    await list()
    const make = await item('管理者にする 会社アカウントでのログイン時に決まります')
    const stepDown = await item('管理者をやめる 会社アカウントでのログイン時に決まります')
    for (const one of [make, stepDown]) {
      expect(one.getAttribute('aria-disabled')).toBe('true')
      await user.click(one)
    }
    expect(sent.filter(({ call }) => call.startsWith('PATCH'))).toEqual([])
  })

  it('the last administrator cannot be deactivated, and the menu item says why', async () => {
    // Another administrator has taken the role from the user, but this screen does not know it yet.
    const ren = member('ren', '早川', '蓮', { is_admin: true })
    const { user, sent } = await open({}, [me, ren])
    await list()
    const deactivate = await screen.findByRole('menuitem', { name: /メンバーの利用を停止/u, hidden: true })
    expect(deactivate.textContent).toBe('メンバーの利用を停止管理者が1人以上必要です')
    await user.click(deactivate)
    expect(sentTo(sent, 'PATCH /users/ren')).toEqual([])
  })

  it('the dialog for deactivating an administrator says that the administrator right will end', async () => {
    const ren = member('ren', '早川', '蓮', { is_admin: true })
    const { user } = await open({}, [{ ...me, is_admin: true }, ren])
    await list()
    await user.click(await item('メンバーの利用を停止'))
    const dialog = within(await screen.findByRole('dialog', { name: '早川 蓮さんの利用を停止しますか' }))
    expect(dialog.getByText(/管理者の権限もなくなり、再開しても戻りません。$/u)).toBeTruthy()
  })

  it('a member who deleted their account cannot be reactivated', async () => {
    const gone = { is_active: false, email: '', deactivated_at: '2026-09-30T10:00:00+09:00' }
    const { user } = await open({}, [me, member('gone', '白川', '悠', gone)])
    await user.type(await screen.findByRole('searchbox'), '白川')
    await screen.findByText('9月30日にアカウントを削除')
    expect(screen.queryByRole('button', { name: /再開/u })).toBeNull()
  })

  it('deactivated members can be found by a search and reactivated', async () => {
    const { user } = await open()
    await user.type(await screen.findByRole('searchbox'), '白川')
    await user.click(await button('白川 悠さんの利用を再開する'))
    await toast('白川 悠さんの利用を再開しました')
    await waitFor(async () => expect(namesOf(await list())).toEqual(['白川 悠']))
  })
})
