import { expect, test } from 'vitest'
import ja from '../../locales/ja.json' with { type: 'json' }

/** The Japanese sentences that docs/specification fixes word for word, by their keys. */
test.each([
  [ja.session.login.failed, 'ログインに失敗しました'],
  [ja.entrance.signUp.failed, '登録に失敗しました。もう一度お試しください。'],
  [ja.entrance.signUp.done, 'アカウントの作成が完了しました'],
  [ja.entrance.callback.googleFailed, 'Google認証に失敗しました'],
  [ja.entrance.callback.githubFailed, 'GitHubログインに失敗しました'],
  [ja.entrance.callback.waiting, '{provider}認証中...'],
  [ja.session.login.providerFailed, '{provider}ログインに失敗しました'],
  [ja.entrance.signUp.providerFailed, '{provider}サインアップに失敗しました'],
  [ja.entrance.onboarding.done, 'オンボーディングが完了しました'],
  [ja.entrance.onboarding.failed, 'オンボーディングに失敗しました。もう一度お試しください。'],
  [ja.fields.errors.passwords_differ, 'パスワードが一致しません'],
  [ja.fieldErrors.passwords_differ, 'パスワードが一致しません'],
  [ja.dailyReport.submitFailed, 'レポートの送信に失敗しました'],
  [ja.dailyReport.userUnknown, 'ユーザー情報が取得できませんでした'],
])('the Japanese catalogue has the specified text: %s', (kept, specified) => expect(kept).toBe(specified))
