import type { RawBuilder } from 'kysely'
import type { Database } from './database.ts'
import { deleteOldRows } from './delete-old.ts'

/** Deletes comments of all teams for good. In small portions, because each comment can have a hundred mentions. */
export const deleteComments = (database: Database, isOld: RawBuilder<boolean>): Promise<void> =>
  deleteOldRows(database, 'comments', { key: ['id'], isOld, atOnce: 50 })
