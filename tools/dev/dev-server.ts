// Runs the server of `npm run dev` (tools/dev/dev.ts), which has created its database and chosen its port.
import { runUntilEnded } from '../../demo/run-until-ended.ts'
import { serveDemo } from '../../demo/serve.ts'
import { readConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/schema/migrate.ts'
import { opened } from '#server/process/opened.ts'

await runUntilEnded(async () => {
  const { DATABASE_URL, HOST, PORT, PUBLIC_URL, SECRET_KEY } = process.env
  const config = readConfig({ DATABASE_URL, HOST, PORT, PUBLIC_URL, SECRET_KEY })
  const connection = { connectionString: DATABASE_URL! }
  await migrate(connection)
  const database = openDatabase(connection, (error) => console.error(error.message))
  opened.push(() => database.destroy())
  await serveDemo({ config, database })
})
