import * as z from 'zod/mini'
import { lastUse } from './last-use.ts'

/** The token of the team's directory. `created_by`: the maker's name, null if the maker is gone. */
const ProvisioningToken = z.object({ created_by: z.nullable(z.string()), ...lastUse })

/** `GET /provisioning/token`. `base_url`: the address for the directory. */
export const Provisioning = z.object({ base_url: z.string(), token: z.nullable(ProvisioningToken) })
export type Provisioning = z.infer<typeof Provisioning>

/** The only response with the token itself. */
export const NewProvisioningToken = z.object({ token: z.string() })
export type NewProvisioningToken = z.infer<typeof NewProvisioningToken>
