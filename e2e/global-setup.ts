import { dirname, join } from 'node:path'
import { inDatabaseOf } from '#server/testing/embedded-database.ts'
import { build } from '../tools/build/build.mjs'
import { receiveMails } from './mailbox.ts'
import { signUp } from './members.ts'
import { type Server, startServer } from './server.ts'

/** Starts one server for all tests. Each sign-up creates its own team there, so that tests do not affect each other. */
export default async function globalSetup() {
  build('server')
  const mail = await receiveMails()
  const server = await startServer({ SMTP_URL: mail.url, TRUST_PROXY: 'loopback' }).catch(async (error: unknown) => {
    await mail.close()
    throw error
  })
  process.env['ASAKAI_URL'] = server.url
  process.env['ASAKAI_LETTERS'] = mail.folder
  process.env['ASAKAI_SMTP'] = mail.url
  await prepareDatabase(server)
  await signUp() // a server without accounts shows a different login (E1.01)
  return async () => {
    await server.stop()
    await mail.close()
  }
}

/**
 * Creates an empty database in the folder of the server. The folder is deleted when the server stops. Later servers
 * copy this database, because creating one takes half of the time of a start.
 */
async function prepareDatabase({ dataDir }: Server) {
  const prepared = join(dirname(dataDir), 'prepared')
  await inDatabaseOf(prepared, async () => {})
  process.env['ASAKAI_PREPARED'] = prepared // the processes of tests inherit it
}
