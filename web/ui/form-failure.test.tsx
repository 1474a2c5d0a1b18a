import { screen } from '@testing-library/react'
import { IntlProvider } from 'use-intl'
import { expect, it } from 'vitest'
import catalogue from '../../locales/ja.json'
import { show } from '../testing/show.tsx'
import { FormFailure } from './form-failure.tsx'

const unreachable = 'サーバーに接続できません。通信状態を確認して、もう一度お試しください。'

it.each([
  ['a closed connection', new TypeError('Failed to fetch'), unreachable],
  ['a timeout', new DOMException('timed out', 'TimeoutError'), unreachable],
  ['a rejected request', { status: 400, sentence: 'ファイルが大きすぎます。' }, 'ファイルが大きすぎます。'],
])('a form says why it failed after %s', (_what, cause, reason) => {
  show(
    <IntlProvider locale="ja" messages={catalogue} timeZone="Asia/Tokyo">
      <FormFailure failure="取り込めませんでした" cause={cause} />
    </IntlProvider>,
  )
  expect(screen.getByRole('alert').textContent).toBe(`取り込めませんでした${reason}`)
})
