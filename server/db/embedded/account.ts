import { existsSync } from 'node:fs'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { dirname } from 'node:path'
import { ConfigError } from '#server/config/environment.ts'

/** The account for PostgreSQL if the server runs as root: PostgreSQL refuses to run as root. */
export type Account = { uid: number; gid: number }

/** Returns undefined for an ordinary user: PostgreSQL then runs under the server's account. */
export async function databaseAccount(): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const accounts = await readFile('/etc/passwd', 'utf8')
  const nobody = accounts
    .split('\n')
    .find((line) => line.startsWith('nobody:'))
    ?.split(':')
  if (!nobody)
    throw new ConfigError(
      'PostgreSQL cannot run as root, and there is no account "nobody" here. Start Asakai with another account, or set DATABASE_URL.',
    )
  return { uid: Number(nobody[2]), gid: Number(nobody[3]) }
}

/** The library that reads an account's name from a file. It is in Debian's package libnss-wrapper, and in our image. */
const nameLibraries = ['/usr/lib/libnss_wrapper.so', `/usr/lib/${libraryFolder()}/libnss_wrapper.so`]

/**
 * Returns the variables with which initdb finds a name for this account (E6.02). Returns none if the account has a
 * name.
 * @param file where to write the name for an account that has only a number
 * @throws ConfigError if the account has only a number, and no library can give it a name
 */
export async function nameVariables(file: string, libraries = nameLibraries): Promise<Record<string, string>> {
  try {
    userInfo()
    return {}
  } catch {
    const [uid, gid] = [process.getuid?.(), process.getgid?.()]
    const library = libraries.find((path) => existsSync(path))
    if (!library)
      throw new ConfigError(
        `The account ${uid} has no name on this machine, and PostgreSQL needs one to make its database. Start Asakai with an account of /etc/passwd, install the package libnss-wrapper, or set DATABASE_URL.`,
      )
    await writeFile(file, `asakai:x:${uid}:${gid}::/:/usr/sbin/nologin\n`, { mode: 0o600 })
    return { LD_PRELOAD: library, NSS_WRAPPER_PASSWD: file, NSS_WRAPPER_GROUP: '/etc/group' }
  }
}

function libraryFolder() {
  return process.arch === 'arm64' ? 'aarch64-linux-gnu' : 'x86_64-linux-gnu'
}

/** Returns whether every account can reach files in `folder`: all folders above it are open to others. */
export async function canTraverse(folder: string): Promise<boolean> {
  const { mode } = await stat(folder)
  if ((mode & 0o001) === 0) return false
  const parent = dirname(folder)
  return parent === folder || canTraverse(parent)
}
