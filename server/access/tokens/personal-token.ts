import { parse, stringify } from 'uuid'
import type { RecordToken } from './record-token.ts'

/** The prefix by which secret scanners find leaked tokens: `asakai_pat_` and 86 letters, digits, `-` and `_`. */
const prefix = 'asakai_pat_'
const form = new RegExp(`^${prefix}([A-Za-z0-9_-]{86})$`, 'u')

/** Encodes the ids of the team and the record, and the 32-byte secret. */
export const writePersonalToken = ({ teamId, id, secret }: RecordToken): string =>
  prefix + Buffer.concat([parse(teamId), parse(id), secret]).toString('base64url')

/** @returns undefined if the text is not a personal token */
export function readPersonalToken(text: string): RecordToken | undefined {
  const written = form.exec(text)?.[1]
  if (!written) return undefined
  const bytes = Buffer.from(written, 'base64url')
  try {
    return { teamId: stringify(bytes), id: stringify(bytes, 16), secret: bytes.subarray(32) }
  } catch {
    return undefined // the ids are not UUIDs
  }
}
