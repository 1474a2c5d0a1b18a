import { build } from '../scripts/build.mjs'
import { receiveLetters } from './letters.ts'
import { signUp } from './members.ts'
import { startServer } from './server.ts'

/** One server for all tests; each sign-up opens a team of its own there, so that no test sees another's. */
export default async function globalSetup() {
  build('server')
  const mail = await receiveLetters()
  const server = await startServer({ SMTP_URL: mail.url, TRUST_PROXY: 'loopback' }).catch(async (error: unknown) => {
    await mail.close()
    throw error
  })
  process.env['ASAKAI_URL'] = server.url
  process.env['ASAKAI_LETTERS'] = mail.folder
  process.env['ASAKAI_SMTP'] = mail.url
  await signUp() // a server without an account has another login (E1.01)
  return async () => {
    await server.stop()
    await mail.close()
  }
}
