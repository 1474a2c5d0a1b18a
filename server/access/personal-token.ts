import { parse, stringify } from 'uuid'
import type { RecordToken } from './record-token.ts'

/** What scanners for leaked secrets know it by: `asakai_pat_` and 86 letters, digits, `-` and `_`. */
const prefix = 'asakai_pat_'
const form = new RegExp(`^${prefix}([A-Za-z0-9_-]{86})$`, 'u')

/** As a record token, of bytes: its team, its record and a secret of 32. */
export const writePersonalToken = ({ teamId, id, secret }: RecordToken): string =>
  prefix + Buffer.concat([parse(teamId), parse(id), secret]).toString('base64url')

/** @returns undefined for what is no personal token */
export function readPersonalToken(text: string): RecordToken | undefined {
  const written = form.exec(text)?.[1]
  if (!written) return undefined
  const bytes = Buffer.from(written, 'base64url')
  try {
    return { teamId: stringify(bytes), id: stringify(bytes, 16), secret: bytes.subarray(32) }
  } catch {
    return undefined // no UUIDs: nobody here has written it
  }
}
