import { changedMigration } from '#server/db/schema/apply-migrations.ts'
import { requireLimits } from '#server/db/driver/pooler.ts'
import { isRoleExempt } from '#server/db/schema/role.ts'
import { compareMigrations, newerDatabase, readServer } from '#server/db/schema/state.ts'
import { type Check, ok, withDatabase, wrong } from './check.ts'

export const databaseCheck: Check = {
  about: 'Database',
  look: async ({ database: reaching, settings: { databaseUrl, dataDir } }) => {
    const database = await reaching
    const limits: string[] = []
    if (databaseUrl) await requireLimits(database, (line) => limits.push(line))
    const { version } = await readServer(database)
    const place = databaseUrl ? 'at DATABASE_URL' : `in ${dataDir}`
    return [ok(`PostgreSQL ${version} ${place}, where its role may create what is needed.`), ...limits.map(wrong)]
  },
}

export const roleCheck: Check = {
  about: 'Role',
  look: (deployment) =>
    withDatabase(deployment, async (database) =>
      (await isRoleExempt(database))
        ? [
            wrong(
              'Row-level security, the second wall between teams, does not bind the role: let an ordinary one own the database.',
            ),
          ]
        : [ok('Row-level security binds it.')],
    ),
}

/** Reports what the start would log about the migrations, and whether it would go on. */
export const migrationsCheck: Check = {
  about: 'Migrations',
  look: (deployment) =>
    withDatabase(deployment, async (database) => {
      const { pending, newer, changed } = await compareMigrations(database)
      if (changed.length > 0) return changed.map((name) => wrong(changedMigration(name)))
      if (newer.length > 0) return [ok(newerDatabase(newer))]
      return [ok(pending.length > 0 ? `${pending.length} to come: the next start applies them.` : 'All applied.')]
    }),
}
