// Runs npm run distribute, which distributes the database of DATABASE_URL over the nodes of a Citus cluster.
import { createInterface } from 'node:readline/promises'
import { readDatabaseLocation } from '../server/config/config.ts'
import { distribute } from '../server/db/cluster/distribute.ts'
import { ConfigError } from '../server/config/environment.ts'
import { operatorCommand } from '../server/config/operator-command.ts'
import { operatorMessage } from '../server/process/operator-message.ts'

const usage = operatorCommand('distribute', '[--yes]')

try {
  await run(process.argv.slice(2))
} catch (error) {
  console.error(operatorMessage(error))
  process.exitCode = 1
}

async function run(words: string[]) {
  if (words.some((word) => word !== '--yes')) throw new ConfigError(`The only option is --yes. Usage: ${usage}`)
  const { databaseUrl } = readDatabaseLocation(process.env)
  if (!databaseUrl) throw new ConfigError('DATABASE_URL must name the coordinator of a Citus cluster.')
  await distribute({ connectionString: databaseUrl }, words.length > 0 ? async () => true : ask, (line) =>
    console.log(line),
  )
}

async function ask(question: string): Promise<boolean> {
  if (!process.stdin.isTTY)
    throw new ConfigError(
      `This is not a terminal, so the question cannot be answered. Run ${operatorCommand('distribute', '--yes')} to answer yes.`,
    )
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(`${question} [y/N] `)
  terminal.close()
  return /^y(es)?$/iu.test(answer.trim())
}
