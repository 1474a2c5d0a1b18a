import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { newestBackup } from '#server/db/backup/folder.ts'
import { type Check, type Finding, off, ok, wrong } from './check.ts'
import { nearestThere, roomOn, writeRefusal } from './folder.ts'

const oldest = 26 // hours; a backup is made each night

export const backupsCheck: Check = {
  about: 'Back-ups',
  look: async ({ settings: { backups }, now }) => {
    if (!backups) return [off('None are made by night: set BACKUP_DIR, or see to them yourself.')]
    const { folder } = backups
    const refusal = await writeRefusal(folder)
    if (refusal)
      return [wrong(`BACKUP_DIR ${folder} cannot be written to: ${refusal}. Give it to the account of Asakai.`)]
    return [ageOf(folder, now()), roomOn(await statfs(nearestThere(folder)), 'BACKUP_DIR')]
  },
}

function ageOf(folder: string, now: Date): Finding {
  const newest = existsSync(folder) ? newestBackup(folder) : undefined
  if (!newest) return wrong(`There is none in ${folder} yet: the server makes one within an hour of its start.`)
  const hours = Math.round((now.getTime() - newest.getTime()) / 3_600_000)
  return hours > oldest
    ? wrong(`The newest in ${folder} is ${hours} hours old: look for backup_failed in the log.`)
    : ok(`The newest in ${folder} is ${hours} hours old.`)
}
