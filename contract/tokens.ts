import * as z from 'zod/mini'
import type { FieldErrorCode } from './errors.ts'
import { calendarDate, list, name, uuid } from './fields.ts'
import { lastUse } from './last-use.ts'
import { limits } from './limits.ts'

/** `read`: calls that change nothing. `write`: all other calls. */
export const tokenScopes = ['read', 'write'] as const
export type TokenScope = (typeof tokenScopes)[number]

/** A member's token for API clients. `expires_on`: the last valid day, in the team's time zone. */
export const AccessToken = z.object({
  id: uuid,
  name: z.string(),
  scopes: z.array(z.enum(tokenScopes)),
  expires_on: z.string(),
  ...lastUse,
})
export type AccessToken = z.infer<typeof AccessToken>

/** `GET /tokens`: the caller's tokens, newest first. */
export const AccessTokens = z.object({ tokens: z.array(AccessToken) })
export type AccessTokens = z.infer<typeof AccessTokens>

/** `POST /tokens`. `expires_on`: from today to a year from now. */
export const AccessTokenDraft = z.object({
  name: name(limits.name),
  scopes: list(z.array(z.enum(tokenScopes)).check(z.minLength(1, { error: 'required' satisfies FieldErrorCode })), 10),
  expires_on: calendarDate,
})
export type AccessTokenDraft = z.infer<typeof AccessTokenDraft>

/** The only response with the token itself. */
export const NewAccessToken = z.extend(AccessToken, { token: z.string() })
export type NewAccessToken = z.infer<typeof NewAccessToken>
