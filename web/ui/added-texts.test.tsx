import { act, render } from '@testing-library/react'
import { Suspense } from 'react'
import { IntlProvider } from 'use-intl'
import { expect, test } from 'vitest'
import { AddedTexts } from './added-texts.tsx'

test('where the texts cannot be read, the page goes without what needs them', async () => {
  const missing = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
  const page = (
    <IntlProvider locale="ja" messages={{}}>
      <h1>日報</h1>
      <Suspense fallback="…">
        <AddedTexts load={missing}>はじめの設定</AddedTexts>
      </Suspense>
    </IntlProvider>
  )
  await act(async () => void render(page))
  expect(document.body.textContent).toBe('日報')
})
