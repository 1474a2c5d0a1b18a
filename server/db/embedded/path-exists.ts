import { readFileSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { ConfigError } from '#server/config/environment.ts'

/**
 * Returns whether a file or folder exists.
 * @throws ConfigError if the operating system denies this process access, because the file may then exist
 */
export function pathExists(path: string): boolean {
  try {
    statSync(path)
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return false
    throw refusal(error, path)
  }
}

/** @throws ConfigError if the operating system does not let this process read the file */
export function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw refusal(error, path)
  }
}

function refusal(error: unknown, path: string): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code !== 'EACCES' && code !== 'EPERM') return error
  return new ConfigError(
    `The account ${accountName()} cannot read ${path}. Start Asakai with the account that owns it, or give this account access.`,
  )
}

function accountName(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.geteuid?.()) // an account without a name (E6.02)
  }
}
