import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '#server/services.ts'
import { sealedCookie, setSealedCookie } from './sealed-cookie.ts'

const life = 24 * 60 * 60 // seconds, as the sign-up waits for its mailed link

/** Remembers in this browser that a sign-up began here: a press on its mailed link then logs in (E1.03). */
export const rememberSignUp = (reply: FastifyReply, services: Services, userId: string) =>
  setSealedCookie(reply, services, 'sign-up', userId, life)

/** Returns the future member id of the sign-up that began in this browser, if one did. */
export const begunSignUp = (request: FastifyRequest, services: Services): Promise<string | undefined> =>
  sealedCookie(request, services, 'sign-up') as Promise<string | undefined>
