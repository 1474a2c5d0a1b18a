import { sql } from 'kysely'
import type { FirstStep } from '#contract/users.ts'
import type { Db } from '../database.ts'

/**
 * Marks a first step of a new team as done (N1.07). A done step stays done, even if the action is undone later. Must
 * run in the transaction of the action. The statement that saves the team's settings marks the step `team` itself.
 */
export const finishFirstStep = (db: Db, { teamId }: { teamId: string }, step: Exclude<FirstStep, 'team'>) =>
  sql`
    update teams set first_steps = array_remove(first_steps, ${step})
    where id = ${teamId} and ${step} = any(first_steps)`.execute(db)
