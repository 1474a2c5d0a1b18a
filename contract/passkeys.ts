import * as z from 'zod/mini'
import type { FieldErrorCode } from './errors.ts'
import { list, name, text, uuid } from './fields.ts'
import { lastUse } from './last-use.ts'
import { limits } from './limits.ts'

/** `name`: '' if neither the member nor the browser has set one. */
export const Passkey = z.object({
  id: uuid,
  name: z.string(),
  ...lastUse,
})
export type Passkey = z.infer<typeof Passkey>

/** `GET /passkeys`: the caller's passkeys, oldest first. `only_way_in`: one passkey is the only sign-in method. */
export const Passkeys = z.object({ passkeys: z.array(Passkey), only_way_in: z.boolean() })
export type Passkeys = z.infer<typeof Passkeys>

/**
 * The options to create or request a passkey: PublicKeyCredentialCreationOptionsJSON and
 * PublicKeyCredentialRequestOptionsJSON of Web Authentication Level 3 (5.1.8, 5.1.9). Passed on to the browser
 * unchanged.
 */
export const PasskeyOptions = z.looseObject({ challenge: z.string() })
export type PasskeyOptions = z.infer<typeof PasskeyOptions>

/** Base64url without padding. */
const bytes = (longest: number) =>
  text(longest).check(z.regex(/^[\w-]+$/u, { error: 'invalid' satisfies FieldErrorCode }))

/** The fields of the credential's `toJSON()` that we read. Other fields are ignored. */
const credential = { id: bytes(1_400), rawId: bytes(1_400), type: z.literal('public-key') }
const clientDataJSON = bytes(10_000)

/**
 * `POST /passkeys`: the created credential, RegistrationResponseJSON (5.1.7). `name`: by default the browser's name.
 */
export const PasskeyDraft = z.object({
  name: z.optional(name(limits.name)),
  credential: z.object({
    ...credential,
    response: z.object({
      clientDataJSON,
      attestationObject: bytes(100_000),
      transports: z._default(list(z.array(text(50)), 10), []),
    }),
  }),
})
export type PasskeyDraft = z.infer<typeof PasskeyDraft>

/** `POST /auth/passkey`: the signed challenge, AuthenticationResponseJSON (5.1.7). */
export const PasskeyLogin = z.object({
  credential: z.object({
    ...credential,
    response: z.object({
      clientDataJSON,
      authenticatorData: bytes(10_000),
      signature: bytes(10_000),
      userHandle: bytes(100),
    }),
  }),
})
export type PasskeyLogin = z.infer<typeof PasskeyLogin>

/** `PATCH /passkeys/{id}`. */
export const PasskeyName = z.object({ name: name(limits.name) })
export type PasskeyName = z.infer<typeof PasskeyName>
