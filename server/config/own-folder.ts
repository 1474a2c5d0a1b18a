import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from './environment.ts'

/** Files that only a data folder of Asakai has. Only `secret-key` can exist before the first start. */
const marks = new Set(['secret-key', 'secret-key-previous', 'database-password', 'database-folder'])
/**
 * Files that an interrupted first start leaves: the lock, the database, copies of PostgreSQL, databases of other
 * folders. Also includes backups, which can be copied here before the first start.
 */
const begun = /^(?:backups|lock|postgres(?:ql)?(?:[-.].*)?|[0-9a-f]{12})$/u
const shown = 3 // file names in the message

/**
 * Refuses a data folder with foreign files, so that our files are not mixed with them. Hidden files and `lost+found`
 * are allowed, because new disks and home folders have them.
 * @throws ConfigError
 */
export function requireOwnFolder(folder: string): void {
  const names = namesIn(folder).filter((name) => !name.startsWith('.') && name !== 'lost+found')
  if (names.length === 0 || names.some((name) => marks.has(name))) return
  if (names.every((name) => begun.test(name))) return
  // The `database-password` may be missing; another check reports that.
  if (names.includes('lock') && existsSync(join(folder, 'postgres', 'PG_VERSION'))) return
  const what = names.includes('PG_VERSION')
    ? 'is the folder of another PostgreSQL'
    : `has files that are not Asakai’s (${names.toSorted().slice(0, shown).join(', ')}${names.length > shown ? ', …' : ''})`
  throw new ConfigError(`DATA_DIR ${folder} ${what}. Set DATA_DIR to an empty folder, or to a data folder of Asakai.`)
}

function namesIn(folder: string): string[] {
  try {
    if (!statSync(folder).isDirectory())
      throw new ConfigError(`DATA_DIR ${folder} is a file. Set DATA_DIR to a folder.`)
    return readdirSync(folder)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return []
    if (code === 'ENOTDIR') throw new ConfigError(`DATA_DIR ${folder} is inside a file. Set DATA_DIR to a folder.`)
    if (code === 'EACCES' || code === 'EPERM')
      throw new ConfigError(`DATA_DIR ${folder} cannot be read. Make the account that runs Asakai its owner.`)
    throw error
  }
}
