import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { list, text } from '#contract/fields.ts'
import { ProviderFailure } from '#server/errors.ts'
import { ask, type BacklogAccount } from './ask.ts'

export const closed = 4
export const commonStatuses = [1, 2, 3, closed]

const projectsAtMost = 100 // the most projects whose custom statuses we read
const projectsAtOnce = 10 // per step
const keptFor = 24 * 60 * 60_000 // milliseconds

const nameLongest = 1_000 // characters of a project's name
/** A response of at most 1 MiB contains about 2,500 projects. */
const Projects = list(
  z.array(
    z.object({
      id: z.int(),
      name: z.nullish(text(nameLongest)),
      projectKey: z.nullish(text(nameLongest)),
      archived: z.nullish(z.boolean()),
    }),
  ),
  5_000,
)
/** A project has at most 12 statuses. */
const Statuses = list(z.array(z.object({ id: z.int() })), 100)

/**
 * The custom statuses of an account's projects, while they are read.
 * @property left projects to read in the next steps
 * @property refused the names of unreadable projects
 * @property beyond the names of projects that are not read because of the limit
 */
export const OwnStatuses = z.object({
  ids: z.array(z.int()),
  left: z.array(z.object({ id: z.int(), name: z.string() })),
  refused: z.array(z.string()),
  beyond: z.array(z.string()),
})
export type OwnStatuses = z.infer<typeof OwnStatuses>

/** Keyed by account, because each can access different projects. */
const kept = new Map<string, OwnStatuses & { until: number }>()

/**
 * Reads the custom statuses of the next projects. Reads a few projects in each step, because Backlog must get one
 * request at a time. Statuses rarely change, so they are fetched once a day.
 * @param before undefined at the start
 */
export async function readOwnStatuses(
  account: BacklogAccount,
  before: OwnStatuses | undefined,
  signal: AbortSignal,
): Promise<OwnStatuses> {
  const key = createHash('sha256').update(`${account.site.origin} ${account.apiKey}`).digest('base64')
  const earlier = kept.get(key)
  if (earlier && earlier.until > Date.now()) return earlier
  const { left, beyond, ...known } = before ?? (await readProjects(account, signal))
  const [ids, refused] = [new Set(known.ids), [...known.refused]]
  for (const { id: project, name } of left.slice(0, projectsAtOnce)) {
    try {
      for (const { id } of await ask(account, `/projects/${project}/statuses`, Statuses, [], signal))
        if (!commonStatuses.includes(id)) ids.add(id)
    } catch (error) {
      if (!(error instanceof ProviderFailure) || !['forbidden', 'not_found'].includes(error.reason)) throw error
      refused.push(name)
    }
  }
  const read = { ids: [...ids], left: left.slice(projectsAtOnce), refused, beyond }
  for (const [other, { until }] of kept) if (until <= Date.now()) kept.delete(other)
  // Caches no result with a project that refused access: the project may be readable in an hour.
  if (read.left.length === 0 && refused.length === 0) kept.set(key, { ...read, until: Date.now() + keptFor })
  return read
}

async function readProjects(account: BacklogAccount, signal: AbortSignal): Promise<OwnStatuses> {
  const projects = await ask(account, '/projects', Projects, [['archived', 'false']], signal)
  const named = projects.map(({ id, projectKey, name }) => ({ id, name: name ?? projectKey ?? String(id) }))
  const beyond = named.slice(projectsAtMost).map(({ name }) => name)
  return { ids: [], left: named.slice(0, projectsAtMost), refused: [], beyond }
}
