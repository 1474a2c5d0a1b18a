import { accessToken } from './tokens.ts'

/**
 * Returns whether this browser still has a session. After a logout, the page may render once more before it is left.
 */
export const hasSession = () => accessToken() !== null
