import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { ProviderFailure } from '#server/errors.ts'
import { ask, type BacklogAccount } from './ask.ts'

export const closed = 4
export const commonStatuses = [1, 2, 3, closed]

const projectsAtMost = 100 // with statuses of their own to read
const keptFor = 24 * 60 * 60_000 // milliseconds

const Projects = z.array(
  z.object({
    id: z.int(),
    name: z.nullish(z.string()),
    projectKey: z.nullish(z.string()),
    archived: z.nullish(z.boolean()),
  }),
)
const Statuses = z.array(z.object({ id: z.int() }))

/** @property skipped the names of unreadable projects, and of those beyond the limit */
type OwnStatuses = { ids: number[]; skipped: string[] }

/** Keyed by account, because each can access different projects. */
const kept = new Map<string, OwnStatuses & { until: number }>()

/** Returns the custom statuses of the account's projects. They rarely change, so they are fetched once a day. */
export async function ownStatuses(account: BacklogAccount, signal: AbortSignal): Promise<OwnStatuses> {
  const key = createHash('sha256').update(`${account.site.origin} ${account.apiKey}`).digest('base64')
  const earlier = kept.get(key)
  if (earlier && earlier.until > Date.now()) return earlier
  const { isSettled, ...read } = await readOwnStatuses(account, signal)
  for (const [other, { until }] of kept) if (until <= Date.now()) kept.delete(other)
  // Not cached if a project refused, because it may be readable an hour later.
  if (isSettled) kept.set(key, { ...read, until: Date.now() + keptFor })
  return read
}

const nameOf = ({ id, projectKey, name }: z.infer<typeof Projects>[number]) => name ?? projectKey ?? String(id)

/** @property isSettled whether every project could be read */
async function readOwnStatuses(
  account: BacklogAccount,
  signal: AbortSignal,
): Promise<OwnStatuses & { isSettled: boolean }> {
  const projects = await ask(account, '/projects', Projects, [['archived', 'false']], signal)
  const [ids, skipped] = [new Set<number>(), [] as string[]]
  for (const project of projects.slice(0, projectsAtMost)) {
    try {
      for (const { id } of await ask(account, `/projects/${project.id}/statuses`, Statuses, [], signal)) ids.add(id)
    } catch (error) {
      if (!(error instanceof ProviderFailure) || !['forbidden', 'absent'].includes(error.reason)) throw error
      skipped.push(nameOf(project))
    }
  }
  const beyond = projects.slice(projectsAtMost).map(nameOf)
  return {
    ids: [...ids].filter((id) => !commonStatuses.includes(id)),
    skipped: [...skipped, ...beyond],
    isSettled: skipped.length === 0,
  }
}
