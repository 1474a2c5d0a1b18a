import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { FrequentTasks, FrequentTasksChange, FrequentTasksDraft, FrequentTasksQuery } from '#contract/frequent-tasks.ts'
import { answering } from '#server/http/responses/answering.ts'
import type { Services } from '#server/services.ts'
import { AppError } from '#server/errors.ts'
import { changeTasks, saveTasks, readTasks } from './operations.ts'

export const frequentTaskRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  app.get(
    '/frequent_tasks',
    {
      schema: {
        summary: 'My frequent tasks, and how often I planned each',
        querystring: FrequentTasksQuery,
        response: { 200: FrequentTasks, 204: z.null() },
        problems: ['not_found'],
      },
    },
    async (request, reply) => {
      const tasks = await readTasks(services, request.scope)
      if (tasks) return tasks
      if (request.query.allow_none !== 'true') throw new AppError('not_found')
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/frequent_tasks',
    answering('Replace my frequent tasks', FrequentTasks, {
      body: FrequentTasksDraft,
      problems: ['frequent_tasks_exist'],
    }),
    async (request) => saveTasks(services, request.scope, request.body.task_list),
  )

  app.put(
    '/frequent_tasks',
    answering('Change my frequent tasks', FrequentTasks, {
      body: FrequentTasksChange,
      problems: ['not_found', 'tasks_changed'],
    }),
    async (request) => changeTasks(services, request.scope, request.body),
  )
}
