import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { deployment } from '#contract/testing/deployment.ts'
import { type Answer, openApp, problem, tokenFor } from '../../testing/app.tsx'

const offered = deployment({
  sign_up: 'new-team',
  channels: [],
  oidc: { name: 'Hinode ID', only: false },
  providers: ['oidc'],
})
const open = (search: string, answers: Record<string, Answer | (() => Promise<Answer>)>) =>
  openApp(`/oidc/callback${search}`, { 'GET /deployment': { status: 200, body: offered }, ...answers })

const toast = async (text: string) => within(await screen.findByRole('region', { name: 'お知らせ' })).findByText(text)
const alert = async () => (await screen.findByRole('alert')).textContent

test("a failed company sign-in shows the provider's name that the operator chose", async () => {
  await open('?code=c&state=s', { 'POST /auth/oidc/login': problem(409, 'connect_after_login', '…') })
  expect(await toast('Hinode IDログインに失敗しました')).toBeTruthy()
})

test("a cancelled company sign-in shows the provider's name that the operator chose", async () => {
  await open('?error=access_denied&state=s', {})
  expect(await alert()).toBe('Hinode IDでの認証はキャンセルされました。')
})

test("a pending company sign-in shows the provider's name that the operator chose", async () => {
  localStorage.setItem('daily_standup_token', tokenFor(900, 'member'))
  let answer: (answer: Answer) => void = () => {}
  await open('?code=c&state=s', {
    'POST /auth/oidc/login': () => new Promise<Answer>((resolve) => (answer = resolve)),
  })
  expect(await screen.findByText('Hinode ID認証中...')).toBeTruthy()
  await screen.findByText('Hinode ID認証中...')
  answer({ status: 200, body: { result: 'connected' } })
  expect(await toast('Hinode IDに接続しました')).toBeTruthy()
})

test("the callback speaks of a company account if the provider's name cannot be loaded", async () => {
  await open('?error=access_denied&state=s', { 'GET /deployment': problem(500, 'internal', '…') })
  expect(await alert()).toBe('会社アカウントでの認証はキャンセルされました。')
})
