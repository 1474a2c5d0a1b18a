import { validate as isUuid } from 'uuid'

/**
 * A token with the id of its record and a 32-byte secret: a refresh token or a mailed link. The record stores only the
 * secret's fingerprint.
 */
export type RecordToken = { teamId: string; id: string; secret: Buffer }

const form = /^([0-9a-f-]{36})\.([0-9a-f-]{36})\.([A-Za-z0-9_-]{43})$/u

export const writeToken = ({ teamId, id, secret }: RecordToken): string =>
  `${teamId}.${id}.${secret.toString('base64url')}`

/** @returns undefined if the text does not have the form of our tokens */
export function readToken(text: string): RecordToken | undefined {
  const [, teamId, id, secret] = form.exec(text) ?? []
  if (!teamId || !id || !secret || !isUuid(teamId) || !isUuid(id)) return undefined
  return { teamId, id, secret: Buffer.from(secret, 'base64url') }
}
