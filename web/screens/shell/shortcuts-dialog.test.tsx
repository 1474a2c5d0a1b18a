import { screen } from '@testing-library/react'
import { IntlProvider } from 'use-intl'
import { expect, it } from 'vitest'
import { languages } from '#contract/languages.ts'
import de from '../../../locales/de.json'
import en from '../../../locales/en.json'
import et from '../../../locales/et.json'
import fr from '../../../locales/fr.json'
import it_ from '../../../locales/it.json'
import ja from '../../../locales/ja.json'
import zhCn from '../../../locales/zh-cn.json'
import zhTw from '../../../locales/zh-tw.json'
import { show } from '../../testing/show.tsx'
import { ShortcutsDialog } from '../../features/navigation/shortcuts-dialog.tsx'
import { useDestinations } from './destinations.ts'

function Shortcuts() {
  return <ShortcutsDialog destinations={useDestinations('/')} help={undefined} onClose={() => {}} />
}

const catalogues = { de, en, et, fr, it: it_, ja, 'zh-cn': zhCn, 'zh-tw': zhTw }

it.each(languages)('each shortcut has a description of its own in the language %s', (language) => {
  show(
    <IntlProvider locale={language} messages={catalogues[language]} timeZone="Asia/Tokyo">
      <Shortcuts />
    </IntlProvider>,
  )
  const words = screen.getAllByRole('definition', { hidden: true }).map(({ textContent }) => textContent)
  expect(words.length).toBeGreaterThan(15)
  expect(new Set(words).size).toBe(words.length)
})
