import { buildApp } from '#server/app.ts'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/db/database.ts'
import { importWorkers, startJobs } from '#server/jobs/runner.ts'
import { opened } from '#server/process/opened.ts'
import { demoRoutes } from './routes.ts'

/**
 * Starts the product with the demo's calls. It runs no jobs except imports, so that it sends no messages. `closeOpened`
 * stops it.
 * @param parts.webRoot the folder of the built pages; absent to serve the API only
 */
export async function serveDemo(parts: { config: Config; database: Database; webRoot?: string }) {
  const app = await buildApp({ ...parts, now: () => new Date(), demo: demoRoutes })
  opened.push(() => {
    app.server.closeAllConnections()
    return app.close()
  })
  opened.push(startJobs(app.services, app.log, [importWorkers(app.services)]).stop)
  const { host, port } = parts.config
  await app.listen({ host, port })
}
