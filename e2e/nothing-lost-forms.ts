import type { Locator, Page } from '@playwright/test'
import type { Holidays } from '#contract/holidays.ts'
import type { InvitationList } from '#contract/invitations.ts'
import type { AccessTokens } from '#contract/tokens.ts'
import type { Me } from '#contract/users.ts'
import type { Webhooks } from '#contract/webhooks.ts'
import { dateOf, type Member } from './members.ts'
import { editors } from './nothing-lost-editors.ts'

/** A form of `nothing-lost-forms.spec.ts`. The main editors are in `nothing-lost-editors.ts`. */
export type Form = {
  name: string
  /** Prepares the member's team, or fakes the server's responses. Returns the path of the form. */
  prepare: (page: Page, member: Member) => Promise<string>
  words: string
  open: (page: Page) => Promise<unknown>
  /** The form is open from the start if the browser has stored text for it. */
  opensForDraft?: true
  field: (page: Page) => Locator
  submit: string
  write: string
  /**
   * - `dialog`: Esc or a press outside closes the form.
   * - `form`: Esc closes the form.
   * - `held`: the form holds a secret, so neither Esc nor a press outside closes it.
   * - `page`: the form is always open.
   */
  kind: 'dialog' | 'form' | 'held' | 'page'
  /** Returns the texts on the server. Absent if the test cannot send the form. */
  texts?: (member: Member) => Promise<string[]>
}

const press = (name: RegExp) => (page: Page) => page.getByRole('button', { name }).last().click()
const at = (address: string) => () => Promise.resolve(address)
const month = editors.find(({ name }) => name === 'note in a dialog')!
const year = dateOf().slice(0, 'YYYY'.length)

export const forms: readonly Form[] = [
  {
    name: 'invitation',
    prepare: at('/team'),
    words: 'nokoru@example.com',
    open: press(/^メンバーを招待/u),
    field: (page) => page.getByRole('textbox', { name: /^招待するメールアドレス/u }),
    submit: '招待を送る',
    write: '**/api/invitations/**',
    kind: 'form',
    texts: async ({ call }) =>
      ((await call('GET', '/invitations/')) as InvitationList).invitations.map(({ email }) => email),
  },
  {
    name: 'profile',
    prepare: at('/settings'),
    words: '残る言葉',
    open: press(/^プロフィールを編集/u),
    opensForDraft: true,
    field: (page) => page.getByLabel('表示名'),
    submit: '保存する',
    write: '**/api/users/me/profile',
    kind: 'form',
    texts: async ({ call }) => [((await call('GET', '/users/me')) as Me).preferred_name],
  },
  {
    name: 'name of a passkey',
    prepare: async (page) => {
      const passkey = {
        id: '01a21a39-f72d-7013-9ffc-f430abd00000',
        name: '指紋',
        created_at: '2026-07-01T00:00:00Z',
        used_at: null,
      }
      await page.route('**/api/passkeys', (route) =>
        route.fulfill({ json: { passkeys: [passkey], only_way_in: false } }),
      )
      return '/settings?tab=access'
    },
    words: '残る言葉',
    open: press(/^指紋の名前を変える/u),
    field: (page) => page.getByRole('form', { name: '指紋の名前を変える' }).getByRole('textbox'),
    submit: '保存する',
    write: '**/api/passkeys/*',
    kind: 'form',
  },
  {
    name: 'access token',
    prepare: at('/settings?tab=access'),
    words: '残る言葉',
    open: press(/^発行する$/u),
    field: (page) => page.getByRole('dialog').getByLabel('名前'),
    submit: '発行する',
    write: '**/api/tokens',
    kind: 'dialog',
    texts: async ({ call }) => ((await call('GET', '/tokens')) as AccessTokens).tokens.map(({ name }) => name),
  },
  {
    name: 'holiday',
    prepare: at('/team?tab=calendar'),
    words: '残る言葉',
    open: async (page) => {
      await press(/^祝日を追加$/u)(page)
      await page.getByRole('form', { name: '祝日を追加' }).getByLabel('日付').fill(`${year}-12-30`)
    },
    field: (page) => page.getByRole('form', { name: '祝日を追加' }).getByLabel('名前'),
    submit: '保存する',
    write: '**/api/holidays/*',
    kind: 'form',
    texts: async ({ call }) =>
      ((await call('GET', `/holidays?from=${year}-12-01&until=${year}-12-31`)) as Holidays).holidays.map(
        ({ name }) => name,
      ),
  },
  {
    name: 'note to a month',
    prepare: (_page, member) => month.prepare(member),
    words: '残る言葉',
    open: month.open,
    field: month.field,
    submit: '提出する',
    write: month.write,
    kind: 'dialog',
    texts: (member) => month.texts(member, ''),
  },
  {
    name: 'connection',
    prepare: at('/settings'),
    words: 'nokoru.backlog.com',
    open: async (page) => {
      await press(/課題管理ツールに接続/u)(page)
      await page.getByRole('option', { name: /^Backlog/u }).click()
    },
    field: (page) => page.getByRole('dialog').locator('[name="space"]'),
    submit: '接続する',
    write: '**/api/connections/*',
    kind: 'dialog',
  },
  {
    name: 'name of the team',
    prepare: at('/team?tab=settings'),
    words: '残る言葉',
    open: (page) => page.getByLabel('チーム名').waitFor(),
    field: (page) => page.getByLabel('チーム名'),
    submit: 'チーム名を保存',
    write: '**/api/teams/me',
    kind: 'page',
    texts: async ({ call }) => [((await call('GET', '/users/me')) as Me).team.name],
  },
  {
    name: 'webhook',
    prepare: at('/team?tab=settings'),
    words: 'https://1.1.1.1/nokoru',
    open: press(/^追加する$/u),
    field: (page) => page.getByRole('dialog').getByLabel('送信先のURL'),
    submit: '追加する',
    write: '**/api/webhooks',
    kind: 'held',
    texts: async ({ call }) => ((await call('GET', '/webhooks')) as Webhooks).webhooks.map(({ url }) => url),
  },
]
