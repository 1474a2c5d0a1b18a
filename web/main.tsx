import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { IntlProvider } from 'use-intl'
import { App } from './app/app.tsx'
import { loadCatalogue } from './app/catalogue.ts'
import { currentLanguage } from './lib/language.ts'
import './app/styles.css'

const language = currentLanguage()
document.documentElement.lang = language
const messages = await loadCatalogue(language)
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <IntlProvider locale={language} messages={messages} timeZone={Intl.DateTimeFormat().resolvedOptions().timeZone}>
      <App />
    </IntlProvider>
  </StrictMode>,
)
