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
        return [off('Browsers allow push messages only where PUBLIC_URL begins with https://.')]
      if (!keys) return [off('Not tried: there is no secret key.')]
      const areOurs = await arePushKeysOurs({
        database,
        keyring: openKeyring(keys.secretKey, keys.previousSecretKey),
      })
      if (areOurs === undefined) return [ok('The key pair is made when the first member asks for them.')]
      return areOurs
        ? [ok('The key pair opens.')]
        : [wrong('The key pair was sealed with another secret key: with this one members have to turn them on again.')]
    }),
}
