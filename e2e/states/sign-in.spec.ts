import { failing, testStates } from '../states.ts'

const googleUser = {
  google_id: '10769150350006150715113082367',
  email: 'naoki.hayakawa.of.the.reservations@hinode.example',
  name: '早川 直樹',
  given_name: '直樹',
  family_name: '早川',
  google_avatar_url: null,
}
const login = 'POST /auth/google/login'
const check = 'POST /auth/google/onboarding-check'
const back = '/google/callback?code=c&state=s'
const onboarding = { [login]: { json: { result: 'onboarding', google_user: googleUser } } }
const refused = {
  status: 409,
  json: { code: 'connect_after_login', message: 'パスワードでログインしてから、設定で接続してください。' },
}

testStates(
  'login',
  '/login',
  {
    'providers unknown': {
      answers: { 'GET /deployment': 'never' },
      shows: (page) => page.getByLabel('メールアドレス'),
    },
    'not set up': { shows: (page) => page.getByRole('button', { name: 'Googleでログイン' }) },
    'an empty server': {
      answers: {
        'GET /deployment': {
          json: { sign_up: 'join', sign_up_form: 'at-once', has_accounts: false, mail: true, providers: ['google'] },
        },
      },
      shows: (page) => page.getByRole('link', { name: '最初のアカウントを作成' }),
    },
    'with errors': {
      open: (page) => page.getByRole('button', { name: 'ログイン', exact: true }).click(),
      shows: (page) => page.getByText('入力してください'),
    },
    refused: {
      answers: {
        'POST /auth/login': { status: 401, json: { code: 'login_failed', message: 'パスワードが違います。' } },
      },
      open: async (page) => {
        await page.getByLabel('メールアドレス').fill('misaki@hinode.example')
        await page.getByLabel('パスワード').fill('chigaupass')
        await page.getByRole('button', { name: 'ログイン', exact: true }).click()
      },
      shows: (page) => page.getByText('ログインに失敗しました'),
    },
    leaving: {
      answers: {
        'GET /deployment': {
          json: { sign_up: 'join', sign_up_form: 'at-once', mail: true, providers: ['google', 'github'] },
        },
        'GET /auth/google/login-url': 'never',
      },
      open: (page) => page.getByRole('button', { name: 'Googleでログイン' }).click(),
      shows: (page) => page.getByText('Googleへ移動中…'),
    },
    'company alone': {
      answers: {
        'GET /deployment': {
          json: {
            sign_up: 'join',
            sign_up_form: 'at-once',
            mail: true,
            oidc: { name: '日の出ホールディングスの会社アカウント', only: true },
            providers: ['oidc', 'google'],
          },
        },
      },
      shows: (page) => page.getByRole('button', { name: /日の出/u }),
    },
    filled: {
      answers: {
        'GET /deployment': {
          json: { sign_up: 'join', sign_up_form: 'at-once', mail: true, providers: ['google', 'github'] },
        },
      },
      shows: (page) => page.getByRole('button', { name: /Google/u }),
    },
  },
  false,
)

testStates(
  'return from Google',
  back,
  {
    loading: { answers: { [login]: 'never' }, shows: (page) => page.getByText('Google認証中...') },
    error: { answers: { [login]: refused }, shows: (page) => page.getByText('設定で接続してください。') },
  },
  false,
)

testStates(
  'return from the company’s sign-in',
  '/oidc/callback?code=c&state=s',
  {
    'not allowed': {
      answers: {
        'POST /auth/oidc/login': {
          status: 403,
          json: {
            code: 'not_allowed_here',
            message: 'この会社アカウントでは、Asakaiを利用できません。会社のアカウントの管理者にお問い合わせください。',
          },
        },
      },
      shows: (page) => page.getByText('この会社アカウントでは、Asakaiを利用できません。'),
    },
  },
  false,
)

testStates(
  'Google onboarding',
  back,
  {
    loading: { answers: { ...onboarding, [check]: 'never' }, shows: (page) => page.getByText('認証を確認しています') },
    error: {
      answers: { ...onboarding, [check]: failing },
      shows: (page) => page.getByText('認証を確認できませんでした'),
    },
    'with errors': {
      answers: { ...onboarding, [check]: { json: { onboarding: true } } },
      open: (page) => page.getByRole('button', { name: 'アカウントを作成' }).click(),
      shows: (page) => page.getByText('利用規約への同意が必要です'),
    },
    filled: {
      answers: { ...onboarding, [check]: { json: { onboarding: true } } },
      shows: (page) => page.getByText(googleUser.email),
    },
  },
  false,
)
