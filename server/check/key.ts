import { isKeyOf, readFingerprint } from '#server/access/keys/key-fingerprint.ts'
import { operatorCommand } from '#server/config/operator-command.ts'
import { type Check, off, ok, withTables, wrong } from './check.ts'

export const keyCheck: Check = {
  about: 'Secret key',
  look: (deployment) =>
    withTables(deployment, async (database) => {
      const fingerprint = await readFingerprint(database)
      const { keys } = deployment
      if (!fingerprint) return [off('The database is not bound to a secret key yet. The first start binds it.')]
      if (!keys) return [wrong('The file secret-key is missing in DATA_DIR. Restore it from your backup.')]
      if (isKeyOf(fingerprint, keys)) return [ok('Matches the database.')]
      return [
        wrong(
          `The database belongs to another secret key. Set SECRET_KEY to that one, or restore its file in DATA_DIR. If it is lost, run ${operatorCommand('rotate-secrets')} to continue without it.`,
        ),
      ]
    }),
}
