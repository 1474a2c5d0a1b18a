import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { googleUser } from '../../testing/google-user.ts'
import { type Answers, openApp, problem } from '../../testing/app.tsx'

const answers: Answers = {
  'POST /auth/password-reset/check': { status: 204 },
  'GET /invitations/verify/x': { status: 200, body: { valid: true } },
  'GET /invitations/info': { status: 200, body: { id: 'i', email: 'ren@hinode.example' } },
  'POST /auth/google/onboarding-check': { status: 200, body: { onboarding: true } },
  'POST /auth/login': problem(401, 'login_failed', 'パスワードが違います。'),
}
const screens = [
  ['/login', 'おはようございます'],
  ['/signup', 'アカウントを作成'],
  ['/invitation?token=x', '招待を受ける'],
  ['/password-reset', 'パスワードを再設定'],
  ['/password-reset?token=x', '新しいパスワードを設定'],
  ['/google/onboard', 'アカウントを設定'],
] as const

beforeEach(() => sessionStorage.setItem('asakai_google_user', JSON.stringify(googleUser)))

const heading = (name?: string) => screen.findByRole('heading', { level: 1, ...(name && { name }) })
const choiceOf = () => document.querySelector<HTMLSelectElement>('footer select')!
const fields = () => [...document.querySelectorAll<HTMLInputElement>('form input:not([hidden])')]
const written = () => fields().map(({ type, value, checked }) => (type === 'checkbox' ? checked : value))

test.each(screens)('the page %s offers every language at the bottom (E1.02)', async (path, title) => {
  await openApp(path, answers)
  await heading(title)
  expect([...choiceOf().options].map(({ lang }) => lang)).toEqual([
    'ja',
    'en',
    'de',
    'fr',
    'it',
    'zh-cn',
    'zh-tw',
    'et',
  ])
  expect(choiceOf().value).toBe('ja')
})

test.each(screens)(
  'the page %s keeps everything typed when the language changes and changes back (E1.02)',
  async (path, title) => {
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {})
    const { user } = await openApp(path, answers)
    await heading(title)
    for (const [index, field] of fields().entries())
      if (field.type === 'checkbox') await user.click(field)
      else fireEvent.change(field, { target: { value: `typed ${index}` } })
    const before = written()
    expect(before.length).toBeGreaterThan(0)

    await user.selectOptions(choiceOf(), 'Eesti')
    await waitFor(() => expect(document.documentElement.lang).toBe('et'))
    await waitFor(() => expect(screen.queryByRole('heading', { name: title })).toBeNull())
    // Compares without order, because the order of the name fields depends on the language.
    expect(new Set(written())).toEqual(new Set(before))
    expect(localStorage.getItem('app_language')).toBe('et')

    await user.selectOptions(choiceOf(), '日本語')
    await heading(title)
    expect(written()).toEqual(before)
    expect(reload).not.toHaveBeenCalled()
  },
)

test('changing the language removes an error in the previous language', async () => {
  const { user } = await openApp('/login', answers)
  await heading('おはようございます')
  const [email, password] = fields()
  await user.type(email!, 'ren@hinode.example')
  await user.type(password!, 'secret')
  await user.click(screen.getByRole('button', { name: 'ログイン' }))
  await screen.findByText('パスワードが違います。')
  await user.selectOptions(choiceOf(), 'Deutsch')
  await waitFor(() => expect(screen.queryByText('パスワードが違います。')).toBeNull())
  expect(screen.queryByRole('alert')).toBeNull()
})
