import { readFile, stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { dirname } from 'node:path'
import { ConfigError } from '#server/config/environment.ts'

/** The account that PostgreSQL runs as if the server runs as root, which PostgreSQL refuses. */
export type Account = { uid: number; gid: number }

/** Undefined for an ordinary user: PostgreSQL then runs as the server does. */
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

/** @throws ConfigError if the account has a number only: initdb looks for its name (E6.02) */
export function requireName(): void {
  try {
    userInfo()
  } catch {
    throw new ConfigError(
      `The account ${process.getuid?.()} has no name on this machine, and PostgreSQL needs one to make its database. Start Asakai with an account of /etc/passwd, or set DATABASE_URL.`,
    )
  }
}

/** Whether any account may reach what lies in `folder`: every folder above it lets others through. */
export async function canTraverse(folder: string): Promise<boolean> {
  const { mode } = await stat(folder)
  if ((mode & 0o001) === 0) return false
  const parent = dirname(folder)
  return parent === folder || canTraverse(parent)
}
