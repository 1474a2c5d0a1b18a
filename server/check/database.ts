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
    return [ok(`PostgreSQL ${version} ${place}, with the needed privileges.`), ...limits.map(wrong)]
  },
}

export const roleCheck: Check = {
  about: 'Role',
  look: (deployment) =>
    withDatabase(deployment, async (database) =>
      (await isRoleExempt(database))
        ? [
            wrong(
              'Row-level security, the second barrier between teams, does not apply to this role. Let a role without BYPASSRLS, and not a superuser, own the database.',
            ),
          ]
        : [ok('Row-level security applies to the role.')],
    ),
}

/** Reports what a start would log about the migrations, and whether the start would continue. */
export const migrationsCheck: Check = {
  about: 'Migrations',
  look: (deployment) =>
    withDatabase(deployment, async (database) => {
      const { pending, newer, changed } = await compareMigrations(database)
      if (changed.length > 0) return changed.map((name) => wrong(changedMigration(name)))
      if (newer.length > 0) return [ok(newerDatabase(newer))]
      return [ok(pending.length > 0 ? `${pending.length} pending; the next start applies them.` : 'All applied.')]
    }),
}
