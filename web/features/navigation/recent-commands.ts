import { readStored, writeStored } from '../../lib/local-storage.ts'

const most = 5

const keyOf = (userId: string) => `asakai_recent_commands:${userId.toLowerCase()}`

function parseIds(stored: string): string[] {
  const ids: unknown = JSON.parse(stored)
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string').slice(0, most) : []
}

/** Ids of the commands that this member used last in this browser, the latest first. */
export const recentCommands = (userId: string) => readStored(keyOf(userId), parseIds) ?? []

export function rememberCommand(userId: string, id: string) {
  const next = [id, ...recentCommands(userId).filter((other) => other !== id)].slice(0, most)
  writeStored(keyOf(userId), JSON.stringify(next))
}
