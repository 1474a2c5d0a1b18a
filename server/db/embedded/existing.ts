import { chmod, chown, lchown, readdir, readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ConfigError } from '#server/config/environment.ts'
import { operatorCommand } from '#server/config/operator-command.ts'
import type { Account } from './account.ts'
import { pathExists } from './path-exists.ts'

/**
 * Checks a data folder that was copied here or that an older version wrote. Without this check, PostgreSQL would report
 * the problem only in its log. If root made the copy, gives the files to PostgreSQL's account.
 * @param major the version of the PostgreSQL that will open it
 * @throws ConfigError one sentence with the remedy
 */
export async function requireUsable(
  folder: string,
  { account, major, passwordFile }: { account: Account | undefined; major: string; passwordFile: string },
): Promise<void> {
  await requireOwner(folder, account)
  const madeBy = (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim()
  if (madeBy !== major)
    throw new ConfigError(
      `The database in ${folder} is of PostgreSQL ${madeBy}, and this Asakai brings ${major}: run ${operatorCommand('backup')} with the Asakai that it is of, then ${operatorCommand('restore')} with this one on another DATA_DIR.`,
    )
  if (!pathExists(passwordFile))
    throw new ConfigError(
      `${passwordFile} is missing, and the database in ${folder} opens with no other password: put that file back from a copy of DATA_DIR.`,
    )
}

async function requireOwner(folder: string, account: Account | undefined) {
  const { uid } = await stat(folder)
  const own = account?.uid ?? process.getuid?.()
  if (own === undefined) return
  if (uid !== own) {
    if (!account || uid !== 0)
      throw new ConfigError(
        `${folder} belongs to another account, and PostgreSQL opens only its own: run chown -R ${own} ${account ? folder : dirname(folder)} as root.`,
      )
    await giveTo(folder, account)
  }
  await chmod(folder, 0o700)
}

async function giveTo(folder: string, { uid, gid }: Account) {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await giveTo(path, { uid, gid })
    else await lchown(path, uid, gid)
  }
  // Changes the owner of the folder last: after an interruption, the old owner shows that this work is not complete.
  await chown(folder, uid, gid)
}
