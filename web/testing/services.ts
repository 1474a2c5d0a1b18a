import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { providers as services, webhookProviders } from '#contract/providers.ts'
import { type Answer, me, openApp, tokenFor } from './app.tsx'

const providers = ['google', 'github', 'slack', 'microsoft', 'apple']
export const connected = (...connections: [provider: string, account: string][]): Answer => ({
  status: 200,
  body: {
    connections: connections.map(([provider, account]) => ({
      provider,
      account,
      connected_at: '2026-10-23T09:00:00+09:00',
    })),
  },
})
const administrator: Answer = { status: 200, body: { ...me, is_admin: true } }
export const setUp: Answer = { status: 200, body: { sign_up: 'join', mail: true, providers } }

export async function open(answers: Parameters<typeof openApp>[1] = {}, path = '/settings') {
  localStorage.setItem('daily_standup_token', tokenFor(900))
  const app = await openApp(path, {
    'GET /deployment': setUp,
    'GET /users/me': administrator,
    'GET /invitations/': { status: 200, body: { invitations: [] } },
    ...answers,
  })
  await screen.findByRole('heading', { name: path === '/settings' ? '外部アカウント' : 'チャット' })
  const calls = () => app.sent.map(({ call }) => call)
  return { ...app, calls }
}
export const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })
export const line = (name: RegExp) => screen.findByRole<HTMLButtonElement>('button', { name })
export const teamSettings = '/team?tab=settings'
const chats: readonly string[] = webhookProviders.map((id) => services[id].name)
export const settingsPageOf = (name: string) => (chats.includes(name) ? teamSettings : '/settings')

/** Opens the list with the service, and chooses the service. Slack has a row of its own and no list. */
export async function choose(user: UserEvent, name: string) {
  const lines: Record<string, RegExp> = {
    Slack: /^Slackに接続/u,
    GitHub: /課題管理ツールに接続/u,
    Backlog: /課題管理ツールに接続/u,
    Jira: /課題管理ツールに接続/u,
    ...Object.fromEntries(chats.map((chat) => [chat, /チャットに接続/u])),
    Microsoft: /ほかのアカウントに接続/u,
    Apple: /ほかのアカウントに接続/u,
  }
  await user.click(await line(lines[name] ?? /^ログイン方法を追加/u))
  if (name !== 'Slack')
    await user.click(await screen.findByRole('option', { name: new RegExp(`^${name}(?! Chat)`, 'u') }))
}
export const dialog = () => within(screen.getByRole('dialog'))
export const submit = () => dialog().getByRole<HTMLButtonElement>('button', { name: '接続する' })
export const field = (name: RegExp) => dialog().getByLabelText<HTMLInputElement>(name)
