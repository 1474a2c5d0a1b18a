import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App, preloadShell } from './app/app.tsx'
import { Languages } from './app/languages.tsx'
import { fetchDeployment, fetchMe, hasStoredSession } from './features/session/queries.ts'
import { basePath } from './lib/base-path.ts'
import { showLanguage } from './lib/catalogue.ts'
import { currentLanguage } from './lib/language.ts'
import { BeginAgain } from './ui/error-boundary.tsx'
import './app/styles.css'

// Beside the catalogue, not after it.
const isMember = hasStoredSession()
const me = isMember ? fetchMe() : undefined
const deployment = isMember ? undefined : fetchDeployment()
// Whoever needs them meets the failure.
me?.catch(() => undefined)
deployment?.catch(() => undefined)
/** For what this deployment offers, which was asked for before the scripts. */
const patience = 500 // milliseconds
const after = (wait: number) => new Promise<undefined>((done) => setTimeout(done, wait))
const root = createRoot(document.getElementById('root')!)
const texts = showLanguage(currentLanguage(), isMember ? ['day'] : [])
if (isMember) preloadShell()
texts.then(
  async () => {
    // The form does not move when its buttons are known.
    const known = deployment && (await Promise.race([deployment.catch(() => undefined), after(patience)]))
    root.render(
      <StrictMode>
        <Languages>
          <App me={me} deployment={deployment} known={known} />
        </Languages>
      </StrictMode>,
    )
  },
  (error: unknown) => {
    root.render(<BeginAgain />)
    window.addEventListener('online', () => window.location.reload(), { once: true })
    throw error
  },
)

/** The worker fetches every file there is: after what a person waits for, not beside it. */
const untilKept = 3_000 // milliseconds
// Only what was built has one; a browser without a secure connection (http elsewhere than on localhost) has none to offer.
if (import.meta.env.PROD && 'serviceWorker' in navigator)
  setTimeout(() => {
    navigator.serviceWorker
      .register(`${basePath}/service-worker.js`)
      .catch((error: unknown) => console.info('Asakai will not open without a network', error))
  }, untilKept)
