import { validate as isUuid } from 'uuid'

/**
 * A token that names its record and carries a secret of 32 bytes: of a session (refresh token) or of a mailed link. Whoever
 * holds it sees only that it is long; the record keeps no more than the secret's fingerprint.
 */
export type RecordToken = { teamId: string; id: string; secret: Buffer }

const form = /^([0-9a-f-]{36})\.([0-9a-f-]{36})\.([A-Za-z0-9_-]{43})$/u

export const writeToken = ({ teamId, id, secret }: RecordToken): string =>
  `${teamId}.${id}.${secret.toString('base64url')}`

/** @returns undefined for what never was a token of ours */
export function readToken(text: string): RecordToken | undefined {
  const [, teamId, id, secret] = form.exec(text) ?? []
  if (!teamId || !id || !secret || !isUuid(teamId) || !isUuid(id)) return undefined
  return { teamId, id, secret: Buffer.from(secret, 'base64url') }
}
