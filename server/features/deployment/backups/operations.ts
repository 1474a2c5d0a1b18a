import { join } from 'node:path'
import type { TeamBackup } from '#contract/backups.ts'
import { requireAdministrator } from '#server/access/administrators.ts'
import type { Scope } from '#server/access/scope.ts'
import type { Database } from '#server/db/database.ts'
import { backUpOnOwnConnection } from '#server/db/backup/file.ts'
import { backupName, deleteOldBackups, newestBackup } from '#server/db/backup/folder.ts'
import { requireFirstTeam } from '#server/access/first-team.ts'
import { makeFolder } from '#server/config/make-folder.ts'
import type { Services } from '#server/services.ts'
import { isBackupDue } from './policy.ts'

/**
 * Makes the nightly backup if `BACKUP_DIR` is set and a backup is due.
 * @throws if the folder is not writable: the queue logs the cause
 */
export async function backUpAtNight({ config, database, now, logEvent }: Services): Promise<void> {
  const { backups, timeZone } = config
  if (!backups || !isBackupDue(now(), newestBackup(backups.folder), timeZone)) return
  try {
    await backUpInto(backups, database, now())
  } catch (error) {
    logEvent('backup_failed', undefined, { reason: (error as NodeJS.ErrnoException).code ?? 'unknown' })
    throw error
  }
  logEvent('backup_made')
}

async function backUpInto({ folder, keep }: { folder: string; keep: number }, database: Database, now: Date) {
  makeFolder(folder, 0o700)
  const file = join(folder, backupName(now))
  await backUpOnOwnConnection(database, file, now)
  deleteOldBackups(folder, keep)
}

/**
 * Returns when this server's newest backup was begun. Only for administrators of the first team.
 * @throws AppError admins_only, first_team_only
 */
export async function readBackup(services: Services, scope: Scope): Promise<TeamBackup> {
  const { config } = services
  requireAdministrator(scope)
  await requireFirstTeam(services, scope)
  if (!config.backups) return { nightly: false, newest_at: null }
  return { nightly: true, newest_at: newestBackup(config.backups.folder)?.toISOString() ?? null }
}
