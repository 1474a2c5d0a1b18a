import type { Db } from '../database.ts'

/** Locks a team until the transaction ends, so that two changes of the team run one after the other. */
export const lockTeam = (db: Db, { teamId }: { teamId: string }) =>
  db.selectFrom('teams').where('id', '=', teamId).select('id').forNoKeyUpdate().execute()
