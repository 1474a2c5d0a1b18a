import { ProviderFailure } from '#server/errors.ts'
import { call } from './call.ts'

const keptFor = 24 * 60 * 60_000 // milliseconds
const failureKeptFor = 60 * 60_000

type Known = { version: Promise<string | null>; until: number }
const known = new Map<string, Known>()

/**
 * Fetches `version` from the JSON at the operator's URL, at most once a day. Sends no data about this deployment.
 * @param onFailure called with the reason of a failure; the version is then null for an hour
 */
export function newestVersion(url: string, now: Date, onFailure: (reason: string) => void): Promise<string | null> {
  const earlier = known.get(url)
  if (earlier && earlier.until > now.getTime()) return earlier.version
  const asked: Known = { version: ask(url), until: now.getTime() + keptFor }
  asked.version = asked.version.catch((error: unknown) => {
    if (!(error instanceof ProviderFailure)) throw error
    asked.until = now.getTime() + failureKeptFor
    onFailure(error.reason)
    return null
  })
  known.set(url, asked)
  return asked.version
}

async function ask(url: string): Promise<string> {
  const { body } = await call('UPDATES_URL', new URL(url), { guarded: false })
  const { version } = (body ?? {}) as { version?: unknown }
  if (typeof version === 'string' && /^\d+\.\d+\.\d+(?:-[\w.]{1,30})?$/u.test(version)) return version
  throw new ProviderFailure('UPDATES_URL', 'invalid_response')
}
