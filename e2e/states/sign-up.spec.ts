import type { Page } from '@playwright/test'
import type { Deployment } from '#contract/deployment.ts'
import { testStates } from '../states.ts'

const offering = (parts: Partial<Deployment>) => ({
  'GET /deployment': {
    json: { sign_up: 'join', sign_up_form: 'at-once', mail: true, providers: ['google', 'github'], ...parts },
  },
})
const email = 'shiori.matsumoto.of.the.reservations@hinode.example'
const send = async (page: Page) => {
  await page.getByLabel('姓', { exact: true }).fill('松本')
  await page.getByLabel('名', { exact: true }).fill('栞')
  await page.getByLabel('メールアドレス').fill(email)
  await page.getByLabel('パスワード').fill('asanoasanoasa')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'アカウントを作成' }).click()
}
const byLink = {
  ...offering({ sign_up_form: 'by-link' }),
  'POST /onboarding': { status: 201, json: { is_active: false } },
}

testStates(
  'sign-up',
  '/signup',
  {
    filled: { answers: offering({}), shows: (page) => page.getByRole('button', { name: /Google/u }) },
    first: {
      answers: offering({ sign_up: 'first', mail: false }),
      shows: (page) => page.getByText('最初のアカウントを作成します。'),
    },
    closed: {
      answers: offering({ sign_up: 'closed' }),
      shows: (page) => page.getByText('アカウントの作成には招待が必要です'),
    },
    'without mail': {
      answers: offering({ sign_up_form: 'unavailable', mail: false }),
      shows: (page) => page.getByText('このサーバーはメールを送れないため'),
    },
    'with errors': {
      answers: offering({}),
      open: (page) => page.getByRole('button', { name: 'アカウントを作成' }).click(),
      shows: (page) => page.getByText('利用規約への同意が必要です'),
    },
    'a link is sent': { answers: byLink, open: send, shows: (page) => page.getByText(email) },
    'refused, with what was typed': {
      answers: {
        ...byLink,
        'POST /onboarding': { status: 409, json: { code: 'email_taken', message: 'このアドレスは使われています。' } },
      },
      open: send,
      shows: (page) => page.getByText('このアドレスは使われています。'),
    },
  },
  false,
)
