import * as z from 'zod/mini'
import { list, name, text } from './fields.ts'
import { limits } from './limits.ts'

/** The most characters of all addresses together. Programs register before anyone signs in, so we store little. */
const maxAddressesLength = 2_000

/** `POST /oauth/register` (RFC 7591): the metadata that we use. Other metadata is ignored. */
export const ClientRegistration = z.object({
  redirect_uris: list(z.array(text(500)).check(z.minLength(1)), 10).check(
    z.refine((addresses) => addresses.join('').length <= maxAddressesLength),
  ),
  client_name: z.optional(name(limits.name)),
})
