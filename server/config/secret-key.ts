import { randomBytes } from 'node:crypto'
import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError, type Environment, type Reader, readerOf } from './environment.ts'
import { readOrCreateSecret } from './secret-file.ts'
import { makeFolder } from './make-folder.ts'
import { operatorCommand } from './operator-command.ts'
import { requireOwnFolder } from './own-folder.ts'

const shortest = 32 // bytes

const fileIn = (dataDir: string) => join(dataDir, 'secret-key')
const previousIn = (dataDir: string) => join(dataDir, 'secret-key-previous')

/**
 * Returns the deployment's key, and the previous key while secrets may still be encrypted with it. Reads both from the
 * environment, or creates the key once in the data folder. With an external database several servers must share the
 * key, so the operator must set it.
 * @throws ConfigError
 */
export function readSecretKeys(
  { exact }: Pick<Reader, 'exact'>,
  { dataDir, databaseUrl }: { dataDir: string; databaseUrl: string | undefined },
): { secretKey: Buffer; previousSecretKey: Buffer | undefined } {
  const given = exact('SECRET_KEY')
  const before = exact('SECRET_KEY_PREVIOUS')
  if (given)
    return {
      secretKey: longEnough('SECRET_KEY', given),
      previousSecretKey: before ? longEnough('SECRET_KEY_PREVIOUS', before) : undefined,
    }
  if (before) throw new ConfigError('SECRET_KEY_PREVIOUS is set, so SECRET_KEY must be set, too.')
  if (databaseUrl !== undefined)
    throw new ConfigError(
      'DATABASE_URL is set, so SECRET_KEY must be set, too: a long random text, the same on every server.',
    )
  const file = fileIn(dataDir)
  const secretKey = Buffer.from(keyIn(dataDir, file), 'utf8')
  if (secretKey.length < shortest)
    throw new ConfigError(
      `${file} is damaged. Restore it from your backup, or delete it and run ${operatorCommand('rotate-secrets')}; then every member must sign in and connect their accounts again.`,
    )
  const previous = previousIn(dataDir)
  return {
    secretKey,
    previousSecretKey: existsSync(previous) ? Buffer.from(readFileSync(previous, 'utf8').trim(), 'utf8') : undefined,
  }
}

/** Returns the keys if they exist already. Creates no files. @throws ConfigError */
export const presentSecretKeys = (environment: Environment, dataDir: string) =>
  isKeyGiven(environment) || existsSync(fileIn(dataDir))
    ? readSecretKeys(readerOf(environment), { dataDir, databaseUrl: undefined })
    : undefined

/** Returns whether the operator has set the key. Otherwise the key is in the data folder. @throws ConfigError */
export const isKeyGiven = (environment: Environment) => readerOf(environment).exact('SECRET_KEY') !== undefined

function longEnough(name: string, given: string): Buffer {
  const secret = Buffer.from(given, 'utf8')
  if (secret.length < shortest) throw new ConfigError(`${name} must be at least ${shortest} characters long.`)
  return secret
}

const newKey = () => randomBytes(shortest).toString('base64url')

function keyIn(dataDir: string, file: string): string {
  requireOwnFolder(dataDir)
  try {
    makeFolder(dataDir, 0o711)
    return readOrCreateSecret(file, newKey)
  } catch (error) {
    throw new ConfigError(`DATA_DIR ${dataDir} cannot be used: ${(error as Error).message}`)
  }
}

/**
 * Creates a new key in the data folder, and keeps the old key beside it. If the process was killed halfway, a second
 * call continues.
 */
export function renewKey(dataDir: string) {
  const [file, previous] = [fileIn(dataDir), previousIn(dataDir)]
  const isUnderWay = existsSync(previous) && readFileSync(previous, 'utf8') !== readFileSync(file, 'utf8')
  if (isUnderWay) return
  copyFileSync(file, previous)
  const part = `${file}.${process.pid}`
  writeFileSync(part, newKey(), { mode: 0o600, flush: true })
  renameSync(part, file)
}

/** Deletes the old key. Must run only after all secrets are encrypted with the new one. */
export const dropPreviousKey = (dataDir: string) => rmSync(previousIn(dataDir), { force: true })
