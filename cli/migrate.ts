// Runs npm run migrate, which lists pending migrations and their locks, then applies them, whether or not servers run.
import { parseArgs } from 'node:util'
import { readDatabaseLocation } from '../server/config/config.ts'
import { migrate } from '../server/db/schema/migrate.ts'
import { reachDatabase } from '../server/db/driver/reach.ts'
import { type Lock, type Rehearsed, rehearse } from '../server/db/schema/rehearse-migrations.ts'
import { newerDatabase } from '../server/db/schema/state.ts'
import { ConfigError } from '../server/config/environment.ts'
import { operatorCommand } from '../server/config/operator-command.ts'
import { operatorMessage } from '../server/process/operator-message.ts'

const say = (line: string) => console.log(line)

try {
  await run(readArguments())
} catch (error) {
  console.error(operatorMessage(error))
  process.exitCode = 1
}

async function run(isDry: boolean) {
  const { connection, stop } = await reachDatabase(readDatabaseLocation(process.env), (line) => console.error(line))
  try {
    const { pending, newer, isEmpty, rehearsed } = await rehearse(connection)
    if (newer.length > 0) say(newerDatabase(newer))
    if (pending.length === 0) say('No migration is pending.')
    else if (isEmpty) say(`${pending.length} migrations are pending; the database is empty.`)
    else {
      say(`Pending migrations, applied together: ${pending.join(', ')}.`)
      for (const line of linesOf(rehearsed)) say(line)
    }
    if (isDry) return
    const startedAt = performance.now()
    // Also needed if none of our own migrations is pending: the job queue has its own migrations.
    await migrate(connection)
    say(`The database has the schema of this version, after ${((performance.now() - startedAt) / 1_000).toFixed(1)} s.`)
  } finally {
    await stop()
  }
}

function linesOf(rehearsed: Rehearsed[] | 'late' | 'in use'): string[] {
  if (rehearsed === 'late')
    return [
      'The rehearsal was stopped after a second. The migration will block writes longer than that. Choose a quiet hour.',
    ]
  if (rehearsed === 'in use')
    return ['A table that must be locked is in use, so nothing could be rehearsed. The migration retries for a minute.']
  return rehearsed.map(({ name, locks, seconds }) => {
    if (locks.length === 0) return `  ${name} locks no table that is in use.`
    const tables = (isRead: boolean) => locks.filter((lock: Lock) => lock.isRead === isRead).map(({ table }) => table)
    const parts = [
      { from: 'reading or writing', held: tables(false) },
      { from: 'writing', held: tables(true) },
    ].flatMap(({ from, held }) => (held.length > 0 ? [`from ${from} ${held.join(', ')}`] : []))
    return `  ${name} keeps others ${parts.join(' and ')} for ${seconds.toFixed(2)} s.`
  })
}

function readArguments(): boolean {
  try {
    return parseArgs({ options: { 'dry-run': { type: 'boolean', default: false } } }).values['dry-run']
  } catch (error) {
    throw new ConfigError(`${(error as Error).message}. Usage: ${operatorCommand('migrate', '[--dry-run]')}`)
  }
}
