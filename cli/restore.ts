// Runs npm run restore, which fills an empty database from a file of npm run backup, completely or not at all.
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { isKeyOf } from '../server/access/keys/key-fingerprint.ts'
import { readDatabaseLocation } from '../server/config/config.ts'
import { restore } from '../server/db/backup/commands.ts'
import { countRows, type Manifest } from '../server/db/backup/format.ts'
import { checkBackup } from '../server/db/backup/restore.ts'
import { AlreadyRunning } from '../server/db/embedded/folder-lock.ts'
import { ConfigError } from '../server/config/environment.ts'
import { operatorCommand } from '../server/config/operator-command.ts'
import { operatorMessage } from '../server/process/operator-message.ts'
import { isKeyGiven, presentSecretKeys } from '../server/config/secret-key.ts'

const usage = `${operatorCommand('restore', 'FILE [--force]')}, or ${operatorCommand('restore', 'FILE --check')}`
const say = (line: string) => console.log(line)
const startedAt = performance.now()

try {
  await run()
} catch (error) {
  console.error(
    error instanceof AlreadyRunning ? 'Stop Asakai first: it is running on this DATA_DIR.' : operatorMessage(error),
  )
  process.exitCode = 1
}

async function run() {
  const { file, force, check } = readArguments()
  if (check) {
    const { header, manifest } = await checkBackup(file)
    listRows(manifest)
    say(`${file} is whole: ${countRows(manifest)} rows, taken ${header.taken_at} by Asakai ${header.version}.`)
    return
  }
  const place = readDatabaseLocation(process.env)
  const keys = presentSecretKeys(process.env, place.dataDir)
  const { manifest, keyFingerprint } = await restore(file, { ...place, force }, say)
  listRows(manifest)
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
  say(`Restored ${countRows(manifest)} rows of ${manifest.tables.length} tables in ${seconds} s.`)
  say(
    'Access is as it was when the backup was taken. Deactivate the members again who were deactivated since then, and revoke the sessions and access tokens again that were revoked since then.',
  )
  say(
    keys && keyFingerprint && !isKeyOf(keyFingerprint, keys)
      ? `The ${isKeyGiven(process.env) ? 'SECRET_KEY' : `secret-key in ${place.dataDir}`} is not the key of this backup, and opens nothing that is sealed in it: put that one back, or, if it is lost, run ${operatorCommand('rotate-secrets')} before the start.`
      : 'Start Asakai with the secret key of that time (the file secret-key in DATA_DIR, or SECRET_KEY). The backup does not contain it.',
  )
}

function listRows({ tables }: Manifest) {
  for (const { table, rows } of tables) say(`${String(rows).padStart(10)}  ${table}`)
}

function readArguments() {
  const options = { force: { type: 'boolean', default: false }, check: { type: 'boolean', default: false } } as const
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    const [name, ...more] = positionals
    if (!name || more.length > 0) throw new Error(`Name one file. Usage: ${usage}`)
    // npm runs this file in the folder of package.json, but the file name is relative to INIT_CWD, the folder of the
    // operator.
    return { file: resolve(process.env['INIT_CWD'] ?? '', name), ...values }
  } catch (error) {
    throw new ConfigError((error as Error).message)
  }
}
