import { sql } from 'kysely'
import type { FirstStep } from '#contract/users.ts'
import type { Db } from '../database.ts'

/**
 * Crosses out a new team's first step (N1.07). A finished step never comes back, even if what finished it is undone. Must run
 * in the transaction that does the step. The statement that saves the team's settings crosses out the step `team` itself.
 */
export const finishFirstStep = (db: Db, { teamId }: { teamId: string }, step: Exclude<FirstStep, 'team'>) =>
  sql`
    update teams set first_steps = array_remove(first_steps, ${step})
    where id = ${teamId} and ${step} = any(first_steps)`.execute(db)
