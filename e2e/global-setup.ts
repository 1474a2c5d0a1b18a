import { startServer } from './server.ts'

/** One server for all tests; each sign-up opens a team of its own there, so that no test sees another's. */
export default async function globalSetup() {
  const server = await startServer()
  process.env['ASAKAI_URL'] = server.url
  return server.stop
}
