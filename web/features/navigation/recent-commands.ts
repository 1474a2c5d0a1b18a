const most = 5

const keyOf = (userId: string) => `asakai_recent_commands:${userId.toLowerCase()}`

/** Ids of the commands that this member used last in this browser, the latest first. */
export function recentCommands(userId: string): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]')
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string').slice(0, most) : []
  } catch {
    return []
  }
}

export function rememberCommand(userId: string, id: string) {
  try {
    const next = [id, ...recentCommands(userId).filter((other) => other !== id)].slice(0, most)
    localStorage.setItem(keyOf(userId), JSON.stringify(next))
  } catch {
    // Where storage is refused nothing is recent.
  }
}
