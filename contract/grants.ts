import * as z from 'zod/mini'
import type { FieldErrorCode } from './errors.ts'
import { calendarDate, list, uuid } from './fields.ts'
import { tokenScopes } from './tokens.ts'

/**
 * A program that a member allowed to use Asakai by OAuth. `expires_on`: the last valid day, in the team's time zone.
 * `last_used_at`: the last call, or null.
 */
export const Grant = z.object({
  id: uuid,
  client_name: z.string(),
  scopes: z.array(z.enum(tokenScopes)),
  expires_on: z.string(),
  last_used_at: z.nullable(z.string()),
})
export type Grant = z.infer<typeof Grant>

/** `GET /grants`: the caller's grants, newest first. */
export const Grants = z.object({ grants: z.array(Grant) })
export type Grants = z.infer<typeof Grants>

/**
 * `GET /consents/{id}`: a program's request that waits for the member's answer. We verify the hosts, but never the name.
 *
 * - `client_host`: the host that publishes the program's description, or null if the program described itself.
 * - `redirect_host`: the host that receives the answer; null if a program on the member's own computer receives it.
 * - `redirect_scheme`: the scheme of links that this program opens, with its colon, or null.
 * - `scopes`: the scopes that the program requests.
 */
export const Consent = z.object({
  client_name: z.string(),
  client_host: z.nullable(z.string()),
  redirect_host: z.nullable(z.string()),
  redirect_scheme: z.nullable(z.string()),
  scopes: z.array(z.enum(tokenScopes)),
})
export type Consent = z.infer<typeof Consent>

/** `POST /consents/{id}`. `expires_on`: from today to a year from now. */
export const ConsentAnswer = z.object({
  scopes: list(z.array(z.enum(tokenScopes)).check(z.minLength(1, { error: 'required' satisfies FieldErrorCode })), 10),
  expires_on: calendarDate,
})
export type ConsentAnswer = z.infer<typeof ConsentAnswer>

/** The address to which the browser must go next. */
export const ConsentRedirect = z.object({ url: z.string() })
export type ConsentRedirect = z.infer<typeof ConsentRedirect>
