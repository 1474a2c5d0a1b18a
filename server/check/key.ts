import { isKeyOf, readFingerprint } from '#server/access/keys/key-fingerprint.ts'
import { operatorCommand } from '#server/process/operator-command.ts'
import { type Check, off, ok, withTables, wrong } from './check.ts'

export const keyCheck: Check = {
  about: 'Secret key',
  look: (deployment) =>
    withTables(deployment, async (database) => {
      const fingerprint = await readFingerprint(database)
      const { keys } = deployment
      if (!fingerprint) return [off('The database belongs to none yet: the first start decides.')]
      if (!keys) return [wrong('secret-key is not in DATA_DIR: put it back from where you keep it.')]
      if (isKeyOf(fingerprint, keys)) return [ok('The one that the database belongs to.')]
      return [
        wrong(
          `The database belongs to another: set SECRET_KEY to that one, or put it into DATA_DIR. If it is lost, ${operatorCommand('rotate-secrets')} goes on without it.`,
        ),
      ]
    }),
}
