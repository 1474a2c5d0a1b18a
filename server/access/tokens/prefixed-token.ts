import { parse, stringify } from 'uuid'
import type { RecordToken } from './record-token.ts'

/**
 * Returns functions that write and read one kind of token. Its text is the prefix and 86 letters, digits, `-` and `_`:
 * the ids of the team and the record, and the 32-byte secret. Secret scanners find leaked tokens by the prefix.
 */
export function prefixedToken(prefix: string) {
  const form = new RegExp(`^${prefix}([A-Za-z0-9_-]{86})$`, 'u')
  return {
    write: ({ teamId, id, secret }: RecordToken): string =>
      prefix + Buffer.concat([parse(teamId), parse(id), secret]).toString('base64url'),
    /** @returns undefined if the text is not a token of this kind */
    read(text: string): RecordToken | undefined {
      const written = form.exec(text)?.[1]
      if (!written) return undefined
      const bytes = Buffer.from(written, 'base64url')
      try {
        return { teamId: stringify(bytes), id: stringify(bytes, 16), secret: bytes.subarray(32) }
      } catch {
        return undefined // the ids are not UUIDs
      }
    },
  }
}
