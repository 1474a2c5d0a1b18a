import { render, screen, waitFor } from '@testing-library/react'
import { useTranslations } from 'use-intl'
import { expect, test } from 'vitest'
import { languages } from '#contract/languages.ts'
import { showLanguage } from '../../platform/catalogue.ts'
import { Languages } from '../../app/languages.tsx'
import LicenceScreen from './licence.tsx'

test.each(languages)('the terms of use are shown in the language %s, with or without a login', async (language) => {
  await showLanguage(language, ['day', 'other-screens'])
  render(
    <Languages timeZone="UTC">
      <LicenceScreen />
      <NameInSettings />
    </Languages>,
  )
  const title = await screen.findByRole('heading', { level: 1 })
  await waitFor(() => expect(document.title).toBe(`${title.textContent} - Asakai`))
  expect(title.textContent).toBe((await screen.findByTestId('licence in the settings')).textContent)
  expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(9)
})

function NameInSettings() {
  return <p data-testid="licence in the settings">{useTranslations('settings.appInfo')('licence')}</p>
}
