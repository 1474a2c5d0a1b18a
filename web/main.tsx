import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { IntlProvider } from 'use-intl'
import { App, preloadShell } from './app/app.tsx'
import { loadCatalogue } from './app/catalogue.ts'
import { fetchDeployment, hasStoredSession } from './features/session/queries.ts'
import { basePath } from './lib/base-path.ts'
import { currentLanguage } from './lib/language.ts'
import { BeginAgain } from './ui/error-boundary.tsx'
import './app/styles.css'

const language = currentLanguage()
document.documentElement.lang = language
const manifest = document.createElement('link')
manifest.rel = 'manifest'
manifest.href = `${basePath}/asakai.${language}.webmanifest`
document.head.append(manifest)
// Beside the catalogue, not after it.
const deployment = hasStoredSession() ? undefined : fetchDeployment()
if (!deployment) preloadShell()
deployment?.catch(() => undefined) // whoever needs it meets the failure
const root = createRoot(document.getElementById('root')!)
loadCatalogue(language).then(
  async (messages) => {
    // The login shows its buttons at once where they are known, and does not move when they come.
    const notYet = Promise.resolve(undefined)
    const known = await Promise.race([deployment ?? notYet, notYet]).catch(() => undefined)
    root.render(
      <StrictMode>
        <IntlProvider locale={language} messages={messages} timeZone={Intl.DateTimeFormat().resolvedOptions().timeZone}>
          <App deployment={deployment} known={known} />
        </IntlProvider>
      </StrictMode>,
    )
  },
  (error: unknown) => {
    root.render(<BeginAgain />)
    window.addEventListener('online', () => window.location.reload(), { once: true })
    throw error
  },
)

// Only what was built has one; a browser without a secure connection (http elsewhere than on localhost) has none to offer.
if (import.meta.env.PROD && 'serviceWorker' in navigator)
  navigator.serviceWorker
    .register(`${basePath}/service-worker.js`)
    .catch((error: unknown) => console.info('Asakai will not open without a network', error))
