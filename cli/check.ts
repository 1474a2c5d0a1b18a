// Runs npm run check, which tests everything that the settings name, whether or not the server runs, and changes no
// data.
import { parseArgs } from 'node:util'
import { lineOf, ok, runChecks, wrong } from '../server/check/check.ts'
import { checks } from '../server/check/checks.ts'
import { readSettings, type Settings } from '../server/config/config.ts'
import { connectReadOnly } from '../server/db/schema/state.ts'
import { ConfigError, readerOf } from '../server/config/environment.ts'
import { operatorCommand } from '../server/config/operator-command.ts'
import { operatorMessage } from '../server/process/operator-message.ts'
import { presentSecretKeys, readSecretKeys } from '../server/config/secret-key.ts'

const usage = operatorCommand('check', '[--mail ADDRESS]')
const say = (line: string) => console.log(line)

try {
  process.exitCode = (await run()) ? 0 : 1
} catch (error) {
  console.error(operatorMessage(error))
  process.exitCode = 1
}

async function run(): Promise<boolean> {
  const mailTo = readArguments()
  const read = readGiven()
  if (typeof read === 'string') {
    say(lineOf(wrong(read), 'Settings'))
    return false
  }
  const file = process.env['ASAKAI_CONFIG']
  say(lineOf(ok(`Read from the environment${file ? ` and ${file}` : ''}.`), 'Settings'))
  const reaching = connectReadOnly(read.settings, (line) => console.error(line))
  const database = reaching.then(
    (reached) => reached.database,
    (error: unknown) => {
      const message = operatorMessage(error)
      throw typeof message === 'string' ? new ConfigError(message) : error
    },
  )
  const { isWell } = await runChecks(checks, { ...read, database, mailTo, now: () => new Date() }, say)
  await reaching.then(
    ({ close }) => close(),
    () => {}, // a check has already reported this failure
  )
  return isWell
}

/** Returns the settings and keys, or the sentence that says what is wrong. */
function readGiven(): { settings: Settings; keys: ReturnType<typeof presentSecretKeys> } | string {
  try {
    const reader = readerOf(process.env)
    const settings = readSettings(reader)
    const { dataDir, databaseUrl } = settings
    return {
      settings,
      keys: databaseUrl ? readSecretKeys(reader, settings) : presentSecretKeys(process.env, dataDir),
    }
  } catch (error) {
    const message = operatorMessage(error)
    if (typeof message === 'string') return message
    throw error
  }
}

function readArguments(): string | undefined {
  try {
    return parseArgs({ options: { mail: { type: 'string' } } }).values.mail
  } catch (error) {
    throw new ConfigError(`${(error as Error).message}. Usage: ${usage}`)
  }
}
