import { prefixedToken } from './prefixed-token.ts'

/** The token of a team's directory. The token works for SCIM only, because no other call reads this prefix. */
export const { write: writeProvisioningToken, read: readProvisioningToken } = prefixedToken('asakai_scim_')
