export const idleMost = 7 * 24 * 60 * 60_000 // milliseconds (decisions, refresh token)
export const lifeMost = 30 * 24 * 60 * 60_000

/** After its end a session is kept for so long. */
export const keptAfterEnd = 30 * 24 * 60 * 60_000 // milliseconds
