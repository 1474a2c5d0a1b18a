import type { FastifyRequest } from 'fastify'
import type { Sender } from '#server/access/attempts/sender.ts'
import { languageFrom } from '../requests/language.ts'

/** @param timeZone the browser's time zone, if the browser sent one */
export const senderOf = (request: FastifyRequest, timeZone?: string): Sender => ({
  language: languageFrom(request),
  address: request.ip,
  timeZone,
})
