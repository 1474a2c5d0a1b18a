import { failing, testStates } from '../states.ts'

const verify = 'GET /invitations/verify/secret'
const valid = { json: { valid: true } }
const info = {
  json: {
    id: 'acceptance',
    email: 'shiori.matsumoto@hinode.example',
    role: 'developer',
    team_name: '予約プロダクト',
    invited_by: '佐伯 美咲',
    expires_at: '2026-10-30T09:00:00+09:00',
  },
}

testStates(
  'invitation',
  '/invitation?token=secret',
  {
    loading: { answers: { [verify]: 'never' }, shows: (page) => page.getByText('招待を確認しています') },
    error: {
      answers: { [verify]: valid, 'GET /invitations/info': failing },
      shows: (page) => page.getByText('招待情報の取得に失敗しました'),
    },
    invalid: {
      answers: { [verify]: { json: { valid: false, reason: 'expired' } } },
      shows: (page) => page.getByText('招待が無効です'),
    },
    'with errors': {
      answers: { [verify]: valid, 'GET /invitations/info': info },
      open: (page) => page.getByRole('button', { name: 'アカウントを作成' }).click(),
      shows: (page) => page.getByText('苗字と名前を入力してください'),
    },
    filled: {
      answers: { [verify]: valid, 'GET /invitations/info': info },
      shows: (page) => page.getByText('shiori.matsumoto@hinode.example'),
    },
  },
  false,
)
