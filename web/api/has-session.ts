import { accessToken } from './tokens.ts'

/** Returns whether this browser still has a session. A page that is about to be left can render once more. */
export const hasSession = () => accessToken() !== null
