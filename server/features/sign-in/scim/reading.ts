import { validate as isUuid } from 'uuid'
import { limits } from '#contract/limits.ts'
import { isScimAttribute } from '#contract/scim-filter.ts'
import { scimSchemas, type ScimUser, type ScimUsers } from '#contract/scim.ts'
import type { Provisioner } from '#server/access/tokens/provisioner.ts'
import { type Db, withTeamTransaction } from '#server/db/database.ts'
import { AppError, ScimFailure } from '#server/errors.ts'
import type { Services } from '#server/services.ts'
import { definitionsOf, type Kind } from './definitions.ts'
import { attributeName, parseFilter } from './filter.ts'
import { selectAttributes, resourceOf, type AttributeSelection } from './resource.ts'
import * as scim from './sql.ts'

export type Answer = { version: string; location: string; user: ScimUser }

/** Returns the base address of SCIM on this server. */
export const scimUrlOf = ({ config }: Pick<Services, 'config'>) => `${config.publicUrl}/api/scim/v2`

export type Search = {
  filter?: string | undefined
  sortBy?: string | undefined
  sortOrder?: string | undefined
  startIndex?: number | undefined
  count?: number | undefined
  selection: AttributeSelection
}

const maxOffset = 1_000_000 // the most members that a page can skip

/** @throws ScimFailure invalidFilter, invalidPath */
export async function listUsers(
  services: Services,
  { teamId }: Provisioner,
  { filter, sortBy, sortOrder, startIndex = 1, count = limits.pageSize, selection }: Search,
): Promise<ScimUsers> {
  const start = Math.max(1, startIndex)
  const sorted = sortBy === undefined ? undefined : attributeName(sortBy)
  if (sorted !== undefined && !isScimAttribute(sorted)) throw new ScimFailure('invalidPath', sortBy)
  const listing = {
    filter: filter === undefined ? undefined : parseFilter(filter),
    sortBy: sorted,
    isDescending: sortOrder?.toLowerCase() === 'descending',
    offset: Math.min(start - 1, maxOffset),
    limit: Math.min(Math.max(0, count), limits.scimPage),
  }
  const found = await withTeamTransaction(services.database, { teamId, reads: true }, (db) =>
    scim.selectRows(db, { teamId }, listing),
  )
  if (!found) throw new ScimFailure('invalidFilter', filter)
  const users = found.rows.map((row) => selectAttributes(resourceOf(row, scimUrlOf(services)), selection))
  return {
    schemas: [scimSchemas.list],
    totalResults: found.total,
    startIndex: start,
    itemsPerPage: users.length,
    Resources: users,
  }
}

/** @throws AppError not_found: the member does not exist, is in another team, or was deleted by the directory */
export async function readUser(
  services: Services,
  directory: Provisioner,
  id: string,
  selection: AttributeSelection,
): Promise<Answer> {
  const row = await readRow(services, directory, id)
  const resource = resourceOf(row, scimUrlOf(services))
  const { version, location } = resource.meta
  return { version, location, user: selectAttributes(resource, selection) }
}

/** @throws AppError not_found */
export const readRow = ({ database }: Services, { teamId }: Provisioner, userId: string): Promise<scim.Row> =>
  withTeamTransaction(database, { teamId, reads: true }, (db) => rowOf(db, { teamId, userId }))

/** @throws AppError not_found */
export async function rowOf(db: Db, { teamId, userId }: { teamId: string; userId: string }): Promise<scim.Row> {
  const row = isUuid(userId) ? await scim.selectRow(db, { teamId, userId: userId.toLowerCase() }) : undefined
  if (!row) throw new AppError('not_found')
  return row
}

/** Returns what the service supports (RFC 7643, 5). */
export const readConfig = (services: Services) => definitionsOf(scimUrlOf(services)).config

/** Returns the resource types or the schemas as a list (RFC 7643, 6 and 7). */
export function listDefinitions(services: Services, kind: Kind) {
  const all = definitionsOf(scimUrlOf(services))[kind]
  const counts = { totalResults: all.length, startIndex: 1, itemsPerPage: all.length }
  return { schemas: [scimSchemas.list], ...counts, Resources: all }
}

/** @throws AppError not_found */
export function readDefinition(services: Services, kind: Kind, id: string) {
  const found = definitionsOf(scimUrlOf(services))[kind].find((each) => each.id?.toLowerCase() === id.toLowerCase())
  if (!found) throw new AppError('not_found')
  return found
}
