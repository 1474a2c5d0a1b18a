import * as z from 'zod/mini'
import type { FieldErrorCode } from './errors.ts'
import { calendarDate, list, name, uuid } from './fields.ts'
import { lastUse } from './last-use.ts'
import { limits } from './limits.ts'

/** `read`: what changes nothing; `write`: what does. */
export const tokenScopes = ['read', 'write'] as const
export type TokenScope = (typeof tokenScopes)[number]

/** What a program of a member's calls the API with. `expires_on`: the last day on which it is taken, in the team's zone. */
export const AccessToken = z.object({
  id: uuid,
  name: z.string(),
  scopes: z.array(z.enum(tokenScopes)),
  expires_on: z.string(),
  ...lastUse,
})
export type AccessToken = z.infer<typeof AccessToken>

/** `GET /tokens`: one's own, the newest first. */
export const AccessTokens = z.object({ tokens: z.array(AccessToken) })
export type AccessTokens = z.infer<typeof AccessTokens>

/** `POST /tokens`: from today until a year from now. */
export const AccessTokenDraft = z.object({
  name: name(limits.name),
  scopes: list(z.array(z.enum(tokenScopes)).check(z.minLength(1, { error: 'required' satisfies FieldErrorCode })), 10),
  expires_on: calendarDate,
})
export type AccessTokenDraft = z.infer<typeof AccessTokenDraft>

/** The one answer that has the token itself. */
export const NewAccessToken = z.extend(AccessToken, { token: z.string() })
export type NewAccessToken = z.infer<typeof NewAccessToken>
