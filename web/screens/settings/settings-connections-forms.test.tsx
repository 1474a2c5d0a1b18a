import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type Answer, me, problem } from '../../testing/app.tsx'
import {
  connected,
  open,
  button,
  teamSettings,
  settingsPageOf,
  choose,
  dialog,
  submit,
  field,
} from '../../testing/services.ts'

const dialogs = [
  {
    provider: 'Backlog',
    fields: [
      ['space', /^スペースID/u, ' hinode '],
      ['apiKey', /^APIキー/u, 'k3y'],
    ],
    body: { space: 'hinode', apiKey: 'k3y' },
  },
  {
    provider: 'Jira',
    fields: [
      ['domain', /^ドメイン/u, 'hinode.atlassian.net'],
      ['email', /^メールアドレス/u, 'misaki@hinode.example'],
      ['apiToken', /^APIトークン/u, 't0ken'],
    ],
    body: { domain: 'hinode.atlassian.net', email: 'misaki@hinode.example', apiToken: 't0ken' },
  },
  {
    provider: 'Google Chat',
    fields: [['webhook_url', /^WebhookのURL/u, 'https://chat.googleapis.com/v1/spaces/A/messages?key=k3y&token=t0ken']],
    body: { webhook_url: 'https://chat.googleapis.com/v1/spaces/A/messages?key=k3y&token=t0ken' },
  },
  {
    provider: 'Discord',
    fields: [['webhook_url', /^WebhookのURL/u, 'https://discord.com/api/webhooks/1/t0ken']],
    body: { webhook_url: 'https://discord.com/api/webhooks/1/t0ken' },
  },
] as const

test.each(dialogs)(
  'the dialog of $provider enables Connect only when every field is filled',
  async ({ provider, fields, body }) => {
    let list = connected()
    let answer: (answer: Answer) => void = () => {}
    const id = provider.toLowerCase().replace(' ', '-')
    const { user, sent } = await open(
      {
        'GET /connections': () => list,
        [`POST /connections/${id}`]: () => new Promise<Answer>((resolve) => (answer = resolve)),
      },
      settingsPageOf(provider),
    )
    await choose(user, provider)
    for (const [, label, words] of fields) {
      expect(submit().disabled).toBe(true)
      await user.type(field(label), words)
    }
    expect(submit().disabled).toBe(false)
    await user.clear(field(fields[0][1]))
    await user.type(field(fields[0][1]), '   ')
    expect(submit().disabled).toBe(true)
    await user.clear(field(fields[0][1]))
    await user.type(field(fields[0][1]), fields[0][2])

    await user.click(submit())
    expect(
      (await dialog().findByRole<HTMLButtonElement>('button', { name: /接続中/u })).getAttribute('aria-disabled'),
    ).toBe('true')
    list = connected([id, 'hinode'])
    await waitFor(() => expect(sent).toContainEqual(expect.objectContaining({ call: `POST /connections/${id}`, body })))
    answer({ status: 200, body: {} })
    expect(await screen.findByText(`${provider}に接続しました`)).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
    const end = await button(`${provider}の接続を解除`)
    await waitFor(() => expect(document.activeElement).toBe(end))
  },
)

test.each(dialogs)(
  "the dialog of $provider shows the server's error, and keeps the typed text",
  async ({ provider, fields }) => {
    const id = provider.toLowerCase().replace(' ', '-')
    const { user } = await open(
      { [`POST /connections/${id}`]: problem(400, 'invalid_input', 'キーが違います') },
      settingsPageOf(provider),
    )
    await choose(user, provider)
    for (const [, label, words] of fields) await user.type(field(label), words)
    await user.click(submit())
    expect(await screen.findByText(`${provider}に接続できませんでした`)).toBeTruthy()
    expect(
      dialog()
        .getAllByRole('alert')
        .map(({ textContent }) => textContent),
    ).toEqual([`${provider}に接続できませんでしたキーが違います`])
    for (const [, label, words] of fields) expect(field(label).value).toBe(words)
    expect(JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])).not.toMatch(/k3y|t0ken/u)
  },
)

test('the keys of a connection are masked, without autofill', async () => {
  const { user } = await open()
  await choose(user, 'Jira')
  expect(field(/^メールアドレス/u).type).toBe('email')
  expect(field(/^APIトークン/u).type).toBe('password')
  expect(field(/^APIトークン/u).autocomplete).toBe('off')
  const help = dialog().getByRole('link', { name: 'APIトークンの取得方法' })
  expect(help.getAttribute('href')).toBe('https://id.atlassian.com/manage-profile/security/api-tokens')
})

test.each([
  ['Google Chat', 'developers.google.com/workspace/chat', 'このスペースに届きます'],
  ['Discord', 'support.discord.com', 'このチャンネルに届きます'],
])('the webhook address of %s is masked, because anybody who has it can post there', async (provider, site, where) => {
  const { user } = await open({}, teamSettings)
  await choose(user, provider)
  expect(field(/^WebhookのURL/u).type).toBe('password')
  expect(dialog().getByText(where, { exact: false })).toBeTruthy()
  const help = dialog().getByRole('link', { name: 'Webhookの作り方' })
  expect(help.getAttribute('href')).toContain(site)
})

test('a mistyped email in a connection dialog is refused before anything is sent', async () => {
  const { user, calls } = await open()
  await choose(user, 'Jira')
  await user.type(field(/^ドメイン/u), 'hinode.atlassian.net')
  await user.type(field(/^メールアドレス/u), 'misaki')
  await user.type(field(/^APIトークン/u), 't0ken')
  await user.click(submit())
  expect(dialog().getByText('有効なメールアドレスを入力してください')).toBeTruthy()
  expect(document.activeElement).toBe(field(/^メールアドレス/u))
  expect(calls()).not.toContain('POST /connections/jira')
})

test('Cancel closes a connection dialog without a request', async () => {
  const { user, calls } = await open()
  await choose(user, 'Backlog')
  await user.click(dialog().getByRole('button', { name: 'キャンセル' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(calls().filter((call) => !call.startsWith('GET'))).toEqual([])
})

test('disconnecting an account removes its picture', async () => {
  const picture = 'https://github.example/misaki.png'
  let user_ = { ...me, github_avatar_url: picture as string | null }
  const { user } = await open({
    'GET /users/me': () => ({ status: 200, body: user_ }),
    'GET /connections': connected(['github', '@misaki']),
    'DELETE /connections/github': () => {
      user_ = { ...user_, github_avatar_url: null }
      return { status: 204 }
    },
  })
  expect(document.querySelector(`img[src="${picture}"]`)).toBeTruthy()
  await user.click(await button('GitHubの接続を解除'))
  await waitFor(() => expect(document.querySelector(`img[src="${picture}"]`)).toBeNull())
})

test.each(dialogs)(
  'the dialog of $provider stays open on Esc or a press outside after a typed secret',
  async (each) => {
    const { user } = await open({}, settingsPageOf(each.provider))
    await choose(user, each.provider)
    const [, label, words] = each.fields.at(-1)!
    await user.type(field(label), words)
    const leave = () => user.click(screen.getByRole('dialog')) // presses outside the dialog
    await leave()
    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))
    expect(field(label).value).toBe(words)
    await user.clear(field(label))
    await leave()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  },
)
