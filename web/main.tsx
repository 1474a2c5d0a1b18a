import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App, preloadShell } from './app/app.tsx'
import { Languages } from './app/languages.tsx'
import { fetchDeployment } from './entities/deployment.ts'
import { fetchMe } from './entities/me.ts'
import { hasStoredSession } from './features/session/queries.ts'
import { basePath } from './platform/base-path.ts'
import { showLanguage } from './platform/catalogue.ts'
import { currentLanguage } from './platform/language.ts'
import { ignoreStrayPresses } from './platform/stray-press.ts'
import { ReloadPage } from './ui/error-boundary.tsx'
import './app/styles.css'

// Starts a request before the texts are loaded, so that both are loaded in parallel.
const isMember = hasStoredSession()
const me = isMember ? fetchMe() : undefined
const deployment = isMember ? undefined : fetchDeployment()
// The code that uses the result handles a failure. Without these handlers it would also be an unhandled rejection.
me?.catch(() => undefined)
deployment?.catch(() => undefined)
/** The longest wait for the sign-in options of this deployment. */
const deploymentTimeoutMs = 500 // milliseconds
const delay = (wait: number) => new Promise<undefined>((done) => setTimeout(done, wait))
ignoreStrayPresses()
const root = createRoot(document.getElementById('root')!)
const texts = showLanguage(currentLanguage(), isMember ? ['day'] : [])
if (isMember) preloadShell()
texts.then(
  async () => {
    // Waits a moment for the options, because the form would move if the buttons above it appeared later.
    const known = deployment && (await Promise.race([deployment.catch(() => undefined), delay(deploymentTimeoutMs)]))
    root.render(
      <StrictMode>
        <Languages>
          <App me={me} deployment={deployment} known={known} />
        </Languages>
      </StrictMode>,
    )
  },
  (error: unknown) => {
    root.render(<ReloadPage />)
    window.addEventListener('online', () => window.location.reload(), { once: true })
    throw error
  },
)

/** The delay before the service worker starts. The worker downloads every file, which would slow the first screen. */
const serviceWorkerDelayMs = 3_000 // milliseconds
// Only builds have a service worker. Without https (except on localhost) browsers do not offer the API.
if (import.meta.env.PROD && 'serviceWorker' in navigator)
  setTimeout(() => {
    navigator.serviceWorker
      .register(`${basePath}/service-worker.js`)
      .catch((error: unknown) => console.info('Asakai will not open without a network', error))
  }, serviceWorkerDelayMs)
