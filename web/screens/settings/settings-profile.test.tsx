import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type Answers, openApp, problem, tokenFor } from '../../testing/app.tsx'

const call = 'PATCH /users/me/profile'
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label)

/** Types another name and email, and submits. */
async function change(answers: Answers) {
  localStorage.setItem('daily_standup_token', tokenFor(900))
  const { sent, user } = await openApp('/settings?tab=user-info', answers)
  await user.click(await screen.findByRole('button', { name: 'プロフィールを編集' }))
  await user.clear(await field('姓'))
  await user.type(await field('姓'), '松本')
  await user.clear(await field('メールアドレス'))
  await user.type(await field('メールアドレス'), 'matsumoto@hinode.example{Enter}')
  return { user, changes: () => sent.filter((each) => each.call === call).map(({ body }) => body) }
}

test('a profile change after an old sign-in asks for a password until the right one is entered', async () => {
  const { user, changes } = await change({
    [call]: ({ body }) => {
      const { current_password } = body as { current_password?: string }
      if (current_password === undefined) return problem(403, 'reauthentication_required', '入力してください。')
      return current_password === 'right' ? { status: 200, body: {} } : problem(403, 'wrong_password', '違います。')
    },
  })
  const current = await field('現在のパスワード')
  expect(document.activeElement).toBe(current)
  expect(screen.getByText(/^ログインから時間が経っています。/u)).toBeTruthy()
  expect([(await field('姓')).value, (await field('メールアドレス')).value]).toEqual([
    '松本',
    'matsumoto@hinode.example',
  ])

  await user.keyboard('{Enter}')
  expect(await screen.findByText('入力してください')).toBeTruthy()
  expect(changes()).toHaveLength(1)

  await user.type(current, 'wrong{Enter}')
  expect(await screen.findByText('違います。')).toBeTruthy()
  expect([document.activeElement, (await field('姓')).value]).toEqual([current, '松本'])

  await user.clear(current)
  await user.type(current, 'right{Enter}')
  expect(await screen.findByText('ユーザー情報を更新しました')).toBeTruthy()
  expect(screen.queryByLabelText('現在のパスワード')).toBeNull()
  expect(changes().at(-1)).toEqual({
    family_name: '松本',
    first_name: '美咲',
    preferred_name: '',
    email: 'matsumoto@hinode.example',
    current_password: 'right',
    before: { family_name: '佐伯', first_name: '美咲', preferred_name: '', email: 'misaki@hinode.example' },
  })
})

test('a member without a password is asked to sign in again, and keeps the typed profile', async () => {
  await change({ [call]: problem(403, 'sign_in_again', 'もう一度ログインしてください。') })
  expect((await screen.findByText('もう一度ログインしてください。')).closest('[role=alert]')).toBeTruthy()
  expect((await field('メールアドレス')).value).toBe('matsumoto@hinode.example')
  expect(screen.queryByLabelText('現在のパスワード')).toBeNull()
  expect(screen.queryByText('ユーザー情報の更新に失敗しました')).toBeNull()
})
