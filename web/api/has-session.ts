import { accessToken } from './tokens.ts'

/** Whether this browser still holds a session. A page that is about to go may be drawn for a moment longer. */
export const hasSession = () => accessToken() !== null
