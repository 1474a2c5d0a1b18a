// Runs npm run backup, which writes the whole database into one file, whether or not the server runs.
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readDatabaseLocation } from '../server/config/config.ts'
import { backUp, backUpTo } from '../server/db/backup/commands.ts'
import { countRows } from '../server/db/backup/format.ts'
import { ConfigError } from '../server/config/environment.ts'
import { operatorCommand } from '../server/config/operator-command.ts'
import { operatorMessage } from '../server/process/operator-message.ts'
import { isKeyGiven } from '../server/config/secret-key.ts'

const toPipe = operatorCommand('backup', '--to-stdout').replace('npm run', 'npm run --silent')
const usage = `${operatorCommand('backup', 'FILE [--force]')}, or ${toPipe}`
const startedAt = performance.now()

try {
  await run()
} catch (error) {
  console.error(operatorMessage(error))
  process.exitCode = 1
}

async function run() {
  const { file, force, toStdout } = readArguments()
  const place = readDatabaseLocation(process.env)
  const say = (line: string) => console.error(line)
  const { manifest, bytes } = toStdout
    ? await backUpTo(process.stdout, place, say)
    : await backUp(file, { ...place, replace: force }, say)
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
  const size = bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
  say(
    `Backed up ${countRows(manifest)} rows of ${manifest.tables.length} tables in ${seconds} s: ${toStdout ? '' : `${file}, `}${size}.`,
  )
  const key = place.databaseUrl || isKeyGiven(process.env) ? 'SECRET_KEY' : `${place.dataDir}/secret-key`
  say(
    `The backup does not contain the secret key. Keep a copy of ${key} elsewhere. Without it, members must sign in and connect their accounts again.`,
  )
}

function readArguments() {
  const options = {
    force: { type: 'boolean', default: false },
    'to-stdout': { type: 'boolean', default: false },
  } as const
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    const [name, ...more] = positionals
    const toStdout = values['to-stdout']
    if (more.length > 0 || Boolean(name) === toStdout)
      throw new Error(`Name one file, or write to the standard output. Usage: ${usage}`)
    // Unless npm is silent, npm first prints two lines of its own to the standard output. npm runs this file in the
    // folder of package.json, but the file name is relative to INIT_CWD, the folder of the operator.
    if (toStdout && process.env['npm_lifecycle_event'] === 'backup' && process.env['npm_config_loglevel'] !== 'silent')
      throw new Error(`npm would write lines of its own into the backup. Run ${toPipe} instead.`)
    return { file: resolve(process.env['INIT_CWD'] ?? '', name ?? ''), force: values.force, toStdout }
  } catch (error) {
    throw new ConfigError((error as Error).message)
  }
}
