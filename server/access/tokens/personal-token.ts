import { prefixedToken } from './prefixed-token.ts'

export const { write: writePersonalToken, read: readPersonalToken } = prefixedToken('asakai_pat_')
