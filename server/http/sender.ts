import type { FastifyRequest } from 'fastify'
import type { Sender } from '#server/access/sender.ts'
import { languageFrom } from './language.ts'

/** @param timeZone the browser's, if it sent one */
export const senderOf = (request: FastifyRequest, timeZone?: string): Sender => ({
  language: languageFrom(request),
  address: request.ip,
  timeZone,
})
