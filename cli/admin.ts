// Runs npm run admin, which changes accounts for the operator, whether or not the server runs. Open screens then show
// the changes.
import { v7 as newId } from 'uuid'
import type { MemberChange } from '../contract/member-setups.ts'
import { readConfig, readDatabaseLocation, readSettings } from '../server/config/config.ts'
import { openDatabase } from '../server/db/database.ts'
import { reachEmbedded } from '../server/db/embedded/reach.ts'
import { migrate } from '../server/db/schema/migrate.ts'
import { ConfigError, readerOf } from '../server/config/environment.ts'
import { AppError, ProviderFailure } from '../server/errors.ts'
import { operatorCommand } from '../server/config/operator-command.ts'
import { operatorMessage } from '../server/process/operator-message.ts'
import {
  changeByEmail,
  endSessionsByEmail,
  listEverybody,
  makeResetLink,
  sendTestMail,
} from '../server/features/team/operator-commands/operations.ts'
import type { LogEvent } from '../server/process/log-events.ts'
import { openMail } from '../server/providers/mail/mail.ts'

const usage = operatorCommand(
  'admin',
  'list | deactivate EMAIL | reactivate EMAIL | make-admin EMAIL | reset-password EMAIL | end-sessions EMAIL | test-mail ADDRESS',
)

/** Prints an event to the log as the server does. */
const logEvent: LogEvent = (event, who, details) =>
  console.error(JSON.stringify({ time: Date.now(), event, team: who?.teamId, member: who?.userId, ...details }))

type Parts = Parameters<typeof listEverybody>[0]

/** Returns the name without control characters, which the terminal could execute. */
const printable = (name: string) => name.replaceAll(/\p{C}/gu, ' ')

/** The commands about one account. Each takes the account's email and returns a text about the result. */
const commands: Record<string, (services: Parts, email: string) => Promise<string>> = {
  deactivate: async (services, email) => {
    const { stopped } = await changeByEmail({ ...services, config: { mail: undefined } }, email, { is_active: false })
    const done = `${email} is deactivated and signed out everywhere.`
    if (stopped.length === 0) return done
    const names = stopped.map(printable).join('\n')
    return `${done}\nThe team’s messages no longer go to these, because this member set them up. An administrator can set them up again:\n${names}`
  },
  reactivate: async (services, email) => {
    const done = `${email} is active and can sign in.`
    return done + (await changeAndMail(services, email, { is_active: true }))
  },
  'make-admin': async (services, email) => {
    const done = `${email} is active and an administrator.`
    return done + (await changeAndMail(services, email, { is_active: true, is_admin: true }))
  },
  'reset-password': async (services, email) => {
    const link = await makeResetLink(services, email, readConfig(process.env).publicUrl)
    return `This link sets a new password for ${email}. It works once, within 30 minutes: ${link}`
  },
  'end-sessions': async (services, email) => {
    await endSessionsByEmail(services, email)
    return `${email} is signed out everywhere.`
  },
}

/**
 * Changes a member, and emails the administrators about a reactivation.
 * @returns a line about each email that the mail server rejected: the change is done anyway
 */
async function changeAndMail(services: Parts, email: string, change: MemberChange): Promise<string> {
  const { mail } = readSettings(readerOf(process.env))
  const { mails } = await changeByEmail({ ...services, config: { mail } }, email, change)
  const { deliver, close } = await openMail(mail, { logEvent, count: () => {} })
  const lines = await Promise.all(
    mails.map((message) =>
      deliver(message, newId()).then(
        () => '',
        (error) => `\nThe mail server rejected the email to ${printable(message.to)} about it (${error.reason}).`,
      ),
    ),
  )
  await close()
  return lines.join('')
}

const [name = '', word = '', ...more] = process.argv.slice(2)
try {
  console.log(await run())
} catch (error) {
  console.error(sentenceOf(error))
  process.exitCode = 1
}

async function run(): Promise<string> {
  const command = commands[name]
  if (name === 'test-mail' && word && more.length === 0) return testMail(word)
  if (name === 'list' ? word !== '' : !command || word === '' || more.length > 0)
    throw new ConfigError(`Give one of these commands, with one address. Usage: ${usage}`)
  return withDatabase(async (services) => (command ? command(services, word) : list(services)))
}

async function list(services: Parts): Promise<string> {
  const everybody = await listEverybody(services)
  if (everybody.length === 0) return 'There are no accounts.'
  const lines = everybody.map(({ email, is_active, is_admin, team }) =>
    [email, is_active ? 'active' : 'deactivated', is_admin ? 'administrator' : 'member', team]
      .map(printable)
      .join('\t'),
  )
  return lines.join('\n')
}

async function testMail(to: string): Promise<string> {
  const { mail } = readConfig(process.env)
  if (!mail) throw new ConfigError('SMTP_URL is not set, so Asakai sends no email. Set SMTP_URL, then try again.')
  const { deliver, close } = await openMail(mail, { logEvent, count: () => {} })
  try {
    await sendTestMail({ deliverMail: deliver }, to)
    return `The mail server accepted a test email to ${to}.`
  } finally {
    await close()
  }
}

async function withDatabase<T>(work: (services: Parts) => Promise<T>): Promise<T> {
  const { dataDir, databaseUrl } = readDatabaseLocation(process.env)
  const embedded = databaseUrl ? undefined : await reachEmbedded(dataDir, (line) => console.error(line))
  try {
    const connection = embedded?.connection ?? { connectionString: databaseUrl! }
    await migrate(connection)
    const database = openDatabase(connection, (error) => console.error(error.message))
    try {
      return await work({ database, now: () => new Date(), logEvent })
    } finally {
      await database.destroy()
    }
  } finally {
    await embedded?.stop()
  }
}

function sentenceOf(error: unknown): unknown {
  if (error instanceof AppError && error.code === 'not_found') return `There is no account with the email ${word}.`
  if (error instanceof AppError && error.code === 'last_admin')
    return `${word} is the last administrator of a team who can log in: make somebody else one first.`
  if (error instanceof ProviderFailure)
    return `The mail server rejected the email (${error.reason}): ${String(error.cause)}`
  return operatorMessage(error)
}
