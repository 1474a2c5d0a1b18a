import type { BacklogItem } from '#contract/backlogs.ts'
import { limits } from '#contract/limits.ts'
import type { Scope } from '#server/access/scope.ts'
import { type Db, inTeam } from '#server/db/database.ts'
import type { Services } from '#server/services.ts'
import { selectBacklog } from './sql.ts'

/** The caller's items by priority, then the newest; as many as a page has. */
export const readBacklog = ({ database }: Services, scope: Scope): Promise<BacklogItem[]> =>
  inTeam(database, scope, (db) => backlogOf(db, scope))

/** The same within the caller's transaction. */
export const backlogOf = (db: Db, scope: Scope): Promise<BacklogItem[]> => selectBacklog(db, scope, limits.pageSize)
