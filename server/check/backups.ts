import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { newestBackup } from '#server/db/backup/folder.ts'
import { type Check, type Finding, off, ok, wrong } from './check.ts'
import { nearestExisting, freeSpaceFinding, writeRefusal } from './folder.ts'

const oldest = 26 // hours; a backup is made each night

export const backupsCheck: Check = {
  about: 'Backups',
  look: async ({ settings: { backups }, now }) => {
    if (!backups) return [off('No nightly backups: set BACKUP_DIR, or make backups in another way.')]
    const { folder } = backups
    const refusal = await writeRefusal(folder)
    if (refusal)
      return [wrong(`BACKUP_DIR ${folder} is not writable: ${refusal}. Make the account that runs Asakai its owner.`)]
    return [ageOf(folder, now()), freeSpaceFinding(await statfs(nearestExisting(folder)), 'BACKUP_DIR')]
  },
}

function ageOf(folder: string, now: Date): Finding {
  const newest = existsSync(folder) ? newestBackup(folder) : undefined
  if (!newest) return wrong(`${folder} has no backup yet. The server makes one within an hour after its start.`)
  const hours = Math.round((now.getTime() - newest.getTime()) / 3_600_000)
  return hours > oldest
    ? wrong(`The newest backup in ${folder} is ${hours} hours old. Search the log for backup_failed.`)
    : ok(`The newest backup in ${folder} is ${hours} hours old.`)
}
