import { render, screen, waitFor } from '@testing-library/react'
import { IntlProvider } from 'use-intl'
import { expect, test } from 'vitest'
import { languages } from '#contract/languages.ts'
import { loadCatalogue } from '../app/catalogue.ts'
import LicenceScreen from './licence.tsx'

test.each(languages)('the terms of use are there in %s, signed in or not', async (language) => {
  const messages = await loadCatalogue(language)
  render(
    <IntlProvider locale={language} messages={messages} timeZone="UTC">
      <LicenceScreen />
    </IntlProvider>,
  )
  const title = await screen.findByRole('heading', { level: 1 })
  await waitFor(() => expect(document.title).toBe(`${title.textContent} - Asakai`))
  const settings = (messages.settings as { appInfo: { licence: string } }).appInfo
  expect([settings.licence].flat().join('')).toBe(title.textContent)
  expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(9)
})
