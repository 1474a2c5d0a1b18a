import type { Insertable } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Db } from '../database.ts'
import type { Tables } from '../schema/tables.ts'

type Row = Omit<Insertable<Tables['member_decisions']>, 'team_id' | 'id'>

/** Records a decision about a member (E1.11). */
export const insertDecision = (db: Db, { teamId }: { teamId: string }, row: Row) =>
  db
    .insertInto('member_decisions')
    .values({ ...row, team_id: teamId, id: newId() })
    .execute()
