import { openKeyring } from '#server/access/keys/sealed.ts'
import { arePushKeysOurs } from '#server/features/notifications/push/operations.ts'
import { type Check, off, ok, withTables, wrong } from './check.ts'

export const pushCheck: Check = {
  about: 'Push',
  look: (deployment) =>
    withTables(deployment, async (database) => {
      const { keys, settings } = deployment
      const { protocol, hostname } = new URL(settings.publicUrl)
      if (protocol !== 'https:' && hostname !== 'localhost')
        return [off('Browsers allow push messages only if PUBLIC_URL begins with https://.')]
      if (!keys) return [off('Not checked, because there is no secret key.')]
      const areOurs = await arePushKeysOurs({
        database,
        keyring: openKeyring(keys.secretKey, keys.previousSecretKey),
      })
      if (areOurs === undefined)
        return [ok('The key pair will be created when the first member turns on push messages.')]
      return areOurs
        ? [ok('The key pair can be decrypted.')]
        : [
            wrong(
              'The key pair is encrypted with another secret key. With this one, members must turn on push messages again.',
            ),
          ]
    }),
}
