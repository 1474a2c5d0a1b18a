// Runs npm run rotate-secrets, which encrypts every stored secret with the current key. The previous key is not needed
// afterwards. If the key is in DATA_DIR, the command first replaces the key by a new one. If the key is in the
// environment, the operator must have replaced it before (docs/operators/en.md).
import { readConfig, readDatabaseLocation } from '../server/config/config.ts'
import { saveKeyFingerprint } from '../server/access/keys/key-fingerprint.ts'
import { openKeyring } from '../server/access/keys/sealed.ts'
import { resealWriteKeys } from '../server/access/idempotency.ts'
import { openDatabase } from '../server/db/database.ts'
import { startEmbedded } from '../server/db/embedded/embedded.ts'
import { requireEmbedded } from '../server/db/embedded/reach.ts'
import { AlreadyRunning } from '../server/db/embedded/folder-lock.ts'
import { migrate } from '../server/db/schema/migrate.ts'
import { resealGrants } from '../server/access/provider-secrets/operations.ts'
import { resealWebhooks } from '../server/features/webhooks/operations.ts'
import { resealPushKeys } from '../server/features/notifications/push/operations.ts'
import { resealWorkspaces } from '../server/features/chat/slack/operations.ts'
import { operatorMessage } from '../server/process/operator-message.ts'
import { dropPreviousKey, isKeyGiven, renewKey } from '../server/config/secret-key.ts'

const say = (line: string) => console.log(line)

try {
  await rotate()
} catch (error) {
  if (error instanceof AlreadyRunning) console.error('Stop Asakai first: it is running on this DATA_DIR.')
  else console.error(operatorMessage(error))
  process.exitCode = 1
}

async function rotate() {
  const { dataDir, databaseUrl } = readDatabaseLocation(process.env)
  // Must come before `readConfig`, which creates a key in a mistyped DATA_DIR.
  if (!databaseUrl) await requireEmbedded(dataDir)
  readConfig(process.env)
  const embedded = databaseUrl ? undefined : await startEmbedded(dataDir, say)
  try {
    const isOwn = !isKeyGiven(process.env)
    if (isOwn) renewKey(dataDir)
    const { secretKey, previousSecretKey } = readConfig(process.env)
    const connection = embedded?.connection ?? { connectionString: databaseUrl! }
    await migrate(connection)
    const database = openDatabase(connection, (error) => console.error(error.message))
    try {
      const sealed = { database, keyring: openKeyring(secretKey, previousSecretKey) }
      const [connections, workspaces] = [await resealGrants(sealed), await resealWorkspaces(sealed)]
      const [push, webhooks] = [await resealPushKeys(sealed), await resealWebhooks(sealed)]
      say(
        `Secrets encrypted with the current key: ${connections.sealed + workspaces.sealed + push.sealed + webhooks.sealed}.`,
      )
      const lost = connections.lost + workspaces.lost + webhooks.lost
      if (lost > 0) say(`Secrets encrypted with an unknown key: ${lost}. Members must connect these accounts again.`)
      await resealWriteKeys(sealed)
      await saveKeyFingerprint(database, secretKey)
    } finally {
      await database.destroy()
    }
    if (isOwn) dropPreviousKey(dataDir)
    else if (previousSecretKey) say('SECRET_KEY_PREVIOUS can be removed.')
  } finally {
    await embedded?.stop()
  }
}
