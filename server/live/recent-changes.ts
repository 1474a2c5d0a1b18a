import { randomUUID } from 'node:crypto'
import type { ChangeKind } from '#contract/event-names.ts'

/** `userId`: the member affected by the change. `clientId`: the browser tab that made it. */
export type Change = {
  kind: ChangeKind | 'session'
  userId?: string | undefined
  clientId?: string | undefined
}
/** `id`: the change's position in its team. */
export type RecentChange = Change & { id: string }

type TeamChanges = {
  /** The id before the first entry. */
  start: string
  entries: (RecentChange & { transaction: string | undefined })[]
}

const mostOfTeam = 200
const mostTeams = 1_000

/**
 * Stores the latest changes of each team, so that a client that reconnects gets only the changes that it missed. All
 * servers receive the same changes in the same order, so they assign the same ids.
 */
export function openRecentChanges() {
  /** Ordered by the last change, oldest first. */
  const teams = new Map<string, TeamChanges>()
  let start = randomUUID() as string

  return {
    /** Must be called if changes may have been missed. */
    clear() {
      teams.clear()
      start = randomUUID()
    },

    add(teamId: string, change: Change, transaction: string | undefined): RecentChange {
      const team = teams.get(teamId) ?? { start, entries: [] }
      const last = team.entries.at(-1)
      const count = last && last.transaction === transaction ? Number(last.id.split('-')[1]) + 1 : 0
      const id = transaction === undefined ? randomUUID() : `${transaction}-${count}`
      team.entries.push({ ...change, id, transaction })
      if (team.entries.length > mostOfTeam) team.start = team.entries.shift()!.id
      teams.delete(teamId)
      teams.set(teamId, team)
      if (teams.size > mostTeams) {
        // Invalidates old ids: a dropped team must not look like a team without changes.
        teams.delete(teams.keys().next().value!)
        start = randomUUID()
      }
      return { ...change, id }
    },

    /** Returns the id of the team's last change, or the id before the first one. */
    lastId(teamId: string): string {
      const team = teams.get(teamId)
      return team ? (team.entries.at(-1)?.id ?? team.start) : start
    },

    /** Returns the changes after the earliest of these ids, or undefined if they are unknown. */
    since(teamId: string, ids: readonly string[]): RecentChange[] | undefined {
      const team = teams.get(teamId) ?? { start, entries: [] }
      const places = ids.map((id) => (id === team.start ? 0 : team.entries.findIndex((one) => one.id === id) + 1 || -1))
      const earliest = Math.min(...places)
      return places.length === 0 || earliest < 0 ? undefined : team.entries.slice(earliest)
    },
  }
}
