import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '#server/services.ts'
import { sealedCookie, setSealedCookie } from './sealed-cookie.ts'

const life = 24 * 60 * 60 // seconds; also the life of the mailed link

/** Remembers in a cookie that a sign-up began in this browser, so that its mailed link also signs in here (E1.03). */
export const rememberSignUp = (reply: FastifyReply, services: Services, userId: string) =>
  setSealedCookie(reply, services, 'sign-up', userId, life)

/** Returns the future member id of the sign-up that began in this browser, or undefined. */
export const begunSignUp = (request: FastifyRequest, services: Services): Promise<string | undefined> =>
  sealedCookie(request, services, 'sign-up') as Promise<string | undefined>
