import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { FrequentTasks, FrequentTasksChange, FrequentTasksDraft } from '#contract/frequent-tasks.ts'
import { answering } from '#server/http/responses/answering.ts'
import type { Services } from '#server/services.ts'
import { changeTasks, keepTasks, readTasks } from './operations.ts'

export const frequentTaskRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  app.get(
    '/frequent_tasks',
    answering('My frequent tasks, with how often each was planned', FrequentTasks, { problems: ['not_found'] }),
    async (request) => readTasks(services, request.scope),
  )

  app.post(
    '/frequent_tasks',
    answering('Keep my frequent tasks', FrequentTasks, {
      body: FrequentTasksDraft,
      problems: ['frequent_tasks_exist'],
    }),
    async (request) => keepTasks(services, request.scope, request.body.task_list),
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
