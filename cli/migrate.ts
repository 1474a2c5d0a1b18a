// Runs npm run migrate, which lists pending migrations and their locks, then applies them, whether or not servers run.
import { parseArgs } from 'node:util'
import { readDatabasePlace } from '../server/config/config.ts'
import { migrate } from '../server/db/schema/migrate.ts'
import { reachDatabase } from '../server/db/driver/reach.ts'
import { type Lock, type Rehearsed, rehearse } from '../server/db/schema/rehearse-migrations.ts'
import { newerDatabase } from '../server/db/schema/state.ts'
import { ConfigError } from '../server/config/environment.ts'
import { operatorCommand } from '../server/process/operator-command.ts'
import { operatorMessage } from '../server/process/operator-message.ts'

const say = (line: string) => console.log(line)

try {
  await run(readWords())
} catch (error) {
  console.error(operatorMessage(error))
  process.exitCode = 1
}

async function run(isDry: boolean) {
  const { connection, stop } = await reachDatabase(readDatabasePlace(process.env), (line) => console.error(line))
  try {
    const { pending, newer, isEmpty, rehearsed } = await rehearse(connection)
    if (newer.length > 0) say(newerDatabase(newer))
    if (pending.length === 0) say('No migration waits.')
    else if (isEmpty) say(`${pending.length} migrations wait; the database is empty.`)
    else {
      say(`Waiting, to be applied together: ${pending.join(', ')}.`)
      for (const line of linesOf(rehearsed)) say(line)
    }
    if (isDry) return
    const startedAt = performance.now()
    // Runs also without pending migrations of ours, because the job queue has its own.
    await migrate(connection)
    say(`The database is of this version, after ${((performance.now() - startedAt) / 1_000).toFixed(1)} s.`)
  } finally {
    await stop()
  }
}

function linesOf(rehearsed: Rehearsed[] | 'late' | 'in use'): string[] {
  if (rehearsed === 'late')
    return ['A rehearsal took over a second and was stopped: writers will wait longer than that. Choose a quiet hour.']
  if (rehearsed === 'in use')
    return ['A table that has to be locked is in use, so nothing could be rehearsed: it is tried again for a minute.']
  return rehearsed.map(({ name, locks, seconds }) => {
    if (locks.length === 0) return `  ${name} locks nothing that is in use.`
    const tables = (isRead: boolean) => locks.filter((lock: Lock) => lock.isRead === isRead).map(({ table }) => table)
    const parts = [
      { from: 'reading or writing', held: tables(false) },
      { from: 'writing', held: tables(true) },
    ].flatMap(({ from, held }) => (held.length > 0 ? [`from ${from} ${held.join(', ')}`] : []))
    return `  ${name} keeps others ${parts.join(' and ')} for ${seconds.toFixed(2)} s.`
  })
}

function readWords(): boolean {
  try {
    return parseArgs({ options: { 'dry-run': { type: 'boolean', default: false } } }).values['dry-run']
  } catch (error) {
    throw new ConfigError(`${(error as Error).message}: ${operatorCommand('migrate', '[--dry-run]')}`)
  }
}
