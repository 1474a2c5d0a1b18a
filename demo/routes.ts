import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { DemoMembers, DemoSession } from '#contract/demo.ts'
import { Tokens } from '#contract/sessions.ts'
import { withEveryTeamTransaction } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import { startSession } from '#server/access/sessions/operations.ts'
import type { Services } from '#server/services.ts'
import { requireDemo } from './mark.ts'
import { people } from './team.ts'

/**
 * Lets a visitor sign in as a member with one click. Throws at the start if the demo has not created the database: in
 * another one, nobody may sign in without a password.
 */
export const demoRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  const { database } = services
  await requireDemo(database)

  app.get('/demo', { schema: { summary: 'Whom one can be', response: { 200: DemoMembers } } }, async () => {
    const members = await selectMembers(services)
    return {
      last_day: await selectLastDay(services),
      members: people.flatMap(({ id, title, language }) => {
        const member = members.find((member) => member.id === id)
        return member ? [{ ...member, title, language }] : []
      }),
    }
  })

  app.post(
    '/demo/sessions',
    { schema: { summary: 'Be one of them', problems: ['not_found'], body: DemoSession, response: { 200: Tokens } } },
    async ({ body }) => {
      const member = (await selectMembers(services)).find(({ id }) => id === body.user_id)
      if (!member) throw new AppError('not_found')
      return startSession(services, { teamId: member.team_id, userId: member.id }, 'demo')
    },
  )
}

const selectLastDay = ({ database }: Services) =>
  withEveryTeamTransaction(database, async (db) => {
    const row = await db
      .selectFrom('reports')
      .select((get) => get.fn.max('report_date').as('last_day'))
      .executeTakeFirstOrThrow()
    return row.last_day
  })

/** Selects the active members of the story: a visitor may have deactivated one. */
const selectMembers = ({ database }: Services) =>
  withEveryTeamTransaction(database, (db) =>
    db
      .selectFrom('users')
      .where(
        'id',
        'in',
        people.map(({ id }) => id),
      )
      .where('is_active', '=', true)
      .select(['team_id', 'id', 'first_name', 'family_name', 'preferred_name', 'email'])
      .execute(),
  )
