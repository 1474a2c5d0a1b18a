import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { executeArguments, type Statement } from './calls.ts'

export type Step = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Step[]
}

/** Returns the executed plan with the number of rows at each step. */
export async function planOf(db: Db, { text, values }: Statement, times: number): Promise<Step> {
  await sql.raw(`prepare measured as ${text}`).execute(db)
  const execute = `execute measured${executeArguments(values)}`
  for (let time = 0; time < times; time++) await sql.raw(execute).execute(db)
  const { rows } = await sql
    .raw<{ 'QUERY PLAN': { Plan: Step }[] }>(`explain (analyze, format json) ${execute}`)
    .execute(db)
  await sql.raw('deallocate measured').execute(db)
  return rows[0]!['QUERY PLAN'][0]!.Plan
}

export const stepsOf = (step: Step): Step[] => [step, ...(step.Plans ?? []).flatMap(stepsOf)]

/** Returns the number of rows that a step reads, including discarded ones. */
export const rowsOf = (step: Step): number =>
  step['Actual Loops'] *
  (step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0) + (step['Rows Removed by Index Recheck'] ?? 0))
