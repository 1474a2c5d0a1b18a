import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/**
 * A name such as asakai-20261120T180017Z.backup: the start in UTC, so that names sort by age. Other files are ignored.
 */
const ours = /^asakai-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup$/u

export const backupName = (now: Date) => `asakai-${now.toISOString().replaceAll(/[-:]|\.\d+/gu, '')}.backup`

/** Returns when the newest backup was begun; undefined if there is none. */
export function newestBackup(folder: string): Date | undefined {
  const [, year, month, day, ...time] = ours.exec(namesIn(folder).at(-1) ?? '') ?? []
  return year ? new Date(`${year}-${month}-${day}T${time.join(':')}Z`) : undefined
}

/** Deletes all but the `keep` newest backups, and the files that killed backups left. */
export function deleteOldBackups(folder: string, keep: number) {
  const names = namesIn(folder)
  for (const name of names.slice(0, Math.max(0, names.length - keep))) rmSync(join(folder, name), { force: true })
  for (const name of readdirSync(folder))
    if (name.endsWith('.part') && ours.test(name.slice(0, -'.part'.length))) rmSync(join(folder, name), { force: true })
}

/**
 * Returns the names of the backups, oldest first. Returns none if the folder is unreadable: the next attempt to write a
 * backup there reports the reason.
 */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => ours.test(name))
      .sort()
  } catch {
    return []
  }
}
