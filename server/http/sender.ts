import type { FastifyRequest } from 'fastify'
import { languageFrom } from './language.ts'

/** What making an account needs to know of who asks: the address counts their attempts. */
export const senderOf = (request: FastifyRequest) => ({ language: languageFrom(request), address: request.ip })
