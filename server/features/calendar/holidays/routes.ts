import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { calendarDate } from '#contract/fields.ts'
import {
  CalendarQuery,
  ChosenHolidays,
  Holiday,
  HolidayCountries,
  HolidayDraft,
  HolidayImport,
  Holidays,
  Imported,
  ImportedFrom,
  ImportQuery,
} from '#contract/holidays.ts'
import { answering, answeringNothing } from '#server/http/responses/answering.ts'
import { readCalendarBodies } from '#server/http/requests/calendar-body.ts'
import { compileTextOr } from '#server/http/requests/json-body.ts'
import { goneSignal } from '#server/http/requests/gone.ts'
import { noContent } from '#server/http/responses/no-content.ts'
import type { Services } from '#server/services.ts'
import { deleteHoliday, importHolidays, saveHoliday, readCountries, readHolidays } from './operations.ts'

export const holidayRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  const params = z.object({ date: calendarDate })

  app.get('/holidays', answering("The team's holidays", Holidays, { querystring: CalendarQuery }), async (request) => ({
    holidays: await readHolidays(services, request.scope, request.query),
  }))

  app.put(
    '/holidays/:date',
    answering('Make a day a holiday, or rename the holiday (administrators)', Holiday, {
      params,
      body: HolidayDraft,
      problems: ['admins_only'],
    }),
    async (request) => saveHoliday(services, request.scope, { ...request.params, ...request.body }),
  )

  app.delete(
    '/holidays/:date',
    answeringNothing('Make a holiday a day like others (administrators)', { params, problems: ['admins_only'] }),
    async (request, reply) => noContent(reply, deleteHoliday(services, request.scope, request.params.date)),
  )

  app.get(
    '/holidays/countries',
    answering('The countries and regions whose holidays can be imported (administrators)', HolidayCountries, {
      problems: ['admins_only'],
    }),
    async (request, reply) => readCountries(request.scope, goneSignal(reply)),
  )

  readCalendarBodies(app)
  app.post(
    '/holidays/import',
    {
      schema: {
        summary:
          'Import the holidays of a year, of an .ics file as text/calendar, or chosen days; others stay (administrators)',
        querystring: ImportQuery,
        body: ImportedFrom,
        problems: ['calendar_unreadable', 'admins_only'],
        response: { 200: Imported },
      },
      validatorCompiler: compileTextOr(HolidayImport, { holidays: ChosenHolidays }),
    },
    async (request, reply) => {
      const how = { preview: request.query.preview === 'true', gone: goneSignal(reply) }
      return importHolidays(services, request.scope, request.body, how)
    },
  )
}
