import * as z from 'zod/mini'
import { list, name, text } from './fields.ts'
import { limits } from './limits.ts'

/** `POST /oauth/register` (RFC 7591): the metadata that we use. Others are ignored. */
export const ClientRegistration = z.object({
  redirect_uris: list(z.array(text(1_000)).check(z.minLength(1)), 10),
  client_name: z.optional(name(limits.name)),
})
