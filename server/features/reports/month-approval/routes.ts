import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { Month, MonthChange, monthName, MonthOf, Months, MonthsQuery } from '#contract/months.ts'
import { answering } from '#server/http/responses/answering.ts'
import type { Services } from '#server/services.ts'
import { changeMonth, readMonth, readMonths } from './operations.ts'

const params = z.object({ month: monthName })

export const monthApprovalRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  app.get(
    '/months',
    answering("Which of my months are submitted, returned or approved; administrators read others', too", Months, {
      querystring: MonthsQuery,
      problems: ['admins_only'],
    }),
    async (request) => readMonths(services, request.scope, request.query),
  )

  app.get(
    '/months/:month',
    answering("My month, with its reports and what was done with it; administrators read others', too", Month, {
      params,
      querystring: MonthOf,
      problems: ['admins_only'],
    }),
    async (request) => readMonth(services, request.scope, { ...request.params, ...request.query }),
  )

  app.patch(
    '/months/:month',
    answering("Submit my month or withdraw it; administrators approve others' or return them", Month, {
      params,
      body: MonthChange,
      problems: ['admins_only', 'not_yours', 'own_month', 'approval_off', 'month_changed'],
    }),
    async (request) => changeMonth(services, request.scope, request.params.month, request.body),
  )
}
