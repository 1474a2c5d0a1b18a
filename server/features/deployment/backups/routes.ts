import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { TeamBackup } from '#contract/backups.ts'
import { answering } from '#server/http/responses/answering.ts'
import type { Services } from '#server/services.ts'
import { readBackup } from './operations.ts'

export const backupRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  app.get(
    '/team/backup',
    answering("When the deployment's last nightly backup was made", TeamBackup, {
      problems: ['admins_only', 'first_team_only'],
    }),
    async (request) => readBackup(services, request.scope),
  )
}
